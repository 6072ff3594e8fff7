# One command to the host of this machine, in a tenth of the time that the JVM's client takes:
# perl lib/client.pl SOCKET MEANT SELF WORD... speaks innkeeper.common.wire.Frame. Where the host does not
# take the command at once, SELF runs it with the other client, which waits, or says why.
use strict;
use warnings;
use Errno 'EISDIR';
use Socket;

use constant {TERMINAL => 1, NO_COLOUR => 2, TAKES => 5, NEXT_HOST => 120, GONE => 3, LAST_WORDS => 1, LOOK => 2};

my ($path, $meant, $self, @words) = @ARGV;
my $completes = "@words" =~ /^completion --words (?:project|backup|surface)$/;
my ($host, $deadline, $signal);

sub give_up {
  exit 69 if $completes;
  $ENV{INNKEEPER_CLIENT} = 'java';
  exec {'/bin/sh'} 'sh', $self, @words or exit 1;
}

sub dial {
  close $host if $host;
  my $at = eval { pack_sockaddr_un($path) } or return;
  socket($host, PF_UNIX, SOCK_STREAM, 0) && connect($host, $at) or return;
  # A registration is only a file: who listens there, the kernel says.
  return 1 unless $meant =~ /^host (\d+)$/;
  my $credentials = eval { getsockopt($host, SOL_SOCKET, SO_PEERCRED) } or return;
  my (undef, $uid) = unpack 'iII', $credentials;
  return $uid == $< || $uid == $1 && $uid == 0;
}

sub put {
  my ($to, $bytes) = @_;
  for (my $sent = 0; $sent < length $bytes;) {
    my $more = syswrite($to, $bytes, length($bytes) - $sent, $sent);
    defined $more || $!{EINTR} or return;
    $sent += $more // 0;
  }
  return 1;
}

sub frame { return pack 'a N/a*', @_ }

# That many bytes from the host; nothing at its end, when time is up, or soon after the host has died,
# should anything else still hold the connection.
sub get {
  my ($count) = @_;
  my $dead = 0;
  for (my $bytes = '';;) {
    return $bytes if length $bytes == $count;
    vec(my $ready = '', fileno $host, 1) = 1;
    my $left = defined $deadline ? $deadline - now() : undef;
    return if defined $left && $left <= 0;
    my $n = select $ready, undef, undef, $left // LOOK;
    next if $n < 0 && $!{EINTR};
    if ($n == 0 && !defined $left) {
      $dead = host_runs() ? 0 : $dead + 1;
      next if $dead < 2;
    }
    return if $n <= 0 || !sysread $host, $bytes, $count - length $bytes, length $bytes;
  }
}

sub now {
  open my $uptime, '<', '/proc/uptime' or return time;
  return (split ' ', <$uptime>)[0];
}

sub receive {
  my $head = get(5) // return;
  my ($type, $length) = unpack 'a N', $head;
  return $length > 1 << 20 ? () : ($type, $length ? get($length) // return : '');
}

# Connects and says what is asked; whether the host has taken it.
sub greet {
  my ($resume) = @_;
  dial() && put($host, hello($resume)) or return;
  my ($type) = receive();
  return defined $type && $type eq 'A';
}

sub hello {
  my ($resume) = @_;
  my $flags = -t STDOUT ? TERMINAL : 0;
  $flags |= NO_COLOUR if length($ENV{NO_COLOR} // '') || ($ENV{TERM} // 'dumb') eq 'dumb';
  my $columns = ($ENV{COLUMNS} // '') =~ /^\s*(\d{1,6})\s*$/ ? $1 : 0;
  my $directory = readlink('/proc/self/cwd') // $ENV{PWD} // '';
  my $head = pack 'N4', 1, $flags, $columns, $$;
  return frame('H', pack '(N/a*)*', $head, $directory, $resume, @words);
}

# Sends a file that the host asks for; an empty name is standard input, never read unasked.
sub send_file {
  my ($name) = @_;
  my $child = fork;
  return $child if $child;
  $SIG{$_} = 'DEFAULT' for qw(INT TERM HUP);
  my ($from, $wrong) = (\*STDIN, '');
  if ($name ne '') {
    undef $from;
    if (-d $name) {
      $wrong = "$name (" . ($! = EISDIR) . ')';
    } elsif (!open $from, '<', $name) {
      $wrong = "$name ($!)";
    }
  }
  while ($wrong eq '') {
    my $n = sysread $from, my $bytes, 32768;
    defined $n or $wrong = ($name || 'standard input') . ": $!", last;
    last if !$n;
    put($host, frame('I', $bytes)) or last;
  }
  put($host, frame('Z', $wrong));
  require POSIX;
  POSIX::_exit(0);
}

# Whether a host runs, by the pid in the lock's file. During a hand-over it is its start script for a moment.
sub host_runs {
  my ($run) = $path =~ m{^(.*)/shell\.sock$} or return 1;
  open my $lock, '<', "$run/host.lock" or return;
  my ($pid) = (<$lock> // '') =~ /^(\d+)/ or return;
  open my $file, '<', "/proc/$pid/cmdline" or return;
  local $/;
  my $command = <$file> // '';
  return $command =~ m{innkeeper\.boot\.Main|/innkeeper\0run\0};
}

# Why the next host ended, as it wrote it itself.
sub reason {
  my ($run) = $path =~ m{^(.*)/shell\.sock$};
  my $why = '';
  if (open my $file, '<', "$run/refused") {
    local $/;
    $why = <$file> // '';
  }
  $why =~ s/\s+$//;
  $why =~ s/\n/; /g;
  $why =~ s/[\x00-\x1f\x7f]/?/g;
  my $log = $run =~ s{/run$}{/bot.log}r;
  return length $why ? $why : "it gave no reason; see $log";
}

$SIG{PIPE} = 'IGNORE';
$deadline = now() + ($completes ? 0.3 : TAKES);
greet('') or give_up();
undef $deadline unless $completes;

# The host is told of a signal, and its command may still say what it leaves behind.
for my $name (qw(INT TERM HUP)) {
  next if ($SIG{$name} // '') eq 'IGNORE';
  $SIG{$name} = sub { $signal = $name; $deadline //= now() + LAST_WORDS; put($host, frame('K', '')) };
}

my @children;
my $status;
while (!defined $status) {
  my ($type, $payload) = receive();
  if (!defined $type) {
    last if $signal || $completes;
    print STDERR "innkeeper: the connection to the host broke: the host went away before the command was done\n";
    $status = 1;
  } elsif ($type eq 'O' || $type eq 'E') {
    # Who read our output has gone.
    put($type eq 'O' ? \*STDOUT : \*STDERR, $payload) or $status = 141;
  } elsif ($type eq 'R') {
    push @children, send_file($payload);
  } elsif ($type eq 'X') {
    $status = unpack 'N', $payload;
  } elsif ($type eq 'B') {
    # The shell, or the host, is replaced by the next one.
    my $seen = now();
    my $end = $seen + NEXT_HOST;
    until (greet($payload)) {
      $seen = now() if host_runs();
      if (now() - $seen > GONE) {
        print STDERR "innkeeper: the next host ended before it was ready: ", reason(), "\n";
        $status = 69;
        last;
      }
      if ($signal || now() > $end) {
        print STDERR "innkeeper: the next host did not take the command within ${\NEXT_HOST} s\n";
        $status = 69;
        last;
      }
      select undef, undef, undef, 0.025;
    }
  }
}
kill 'TERM', @children;
if ($signal) {
  $SIG{$signal} = 'DEFAULT';
  kill $signal, $$;
}
exit($status // 69);
