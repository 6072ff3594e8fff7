"""The faults that hostile tests once found, each a small function of a Trial; see found-faults.

Each module has FAULTS: {name: function(trial)}. A function does the harm, looks, and calls
trial.promise(...) for each promise; what it starts and mounts, the trial ends."""
