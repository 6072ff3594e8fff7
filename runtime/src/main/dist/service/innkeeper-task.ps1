# Untested. Registers a task that runs the host when this user logs on. Replace the paths.
$java = "java"
$home_ = "C:\innkeeper"
$class = "-Dinnkeeper.home=$home_ -cp `"$home_\lib\*`" innkeeper.boot.Main run"
$action = New-ScheduledTaskAction -Execute $java -Argument $class -WorkingDirectory $home_
$trigger = New-ScheduledTaskTrigger -AtLogOn -User $env:USERNAME
Register-ScheduledTask -TaskName "Innkeeper" -Action $action -Trigger $trigger
