#!/usr/bin/env bash
# A sweep through a real Slurm: starts munged, slurmctld and slurmd by hand as a cluster of this one computer, without
# systemd, submits the job script of `sweep slurm`, waits, and collects. Everything lies in a temporary folder and ends
# with this script. As root.
#   bash tests/slurm/one_node.sh [attention-explorer]
# Exit status: 0 every run is finished, 1 not, 77 it cannot run here.
set -euo pipefail
program=$(realpath "${1:-build/release/bin/attention-explorer}")
say() { printf '%s\n' "$*" >&2; }

missing=()
for command in munged slurmctld slurmd sbatch squeue sinfo; do
    command -v "$command" >/dev/null || missing+=("$command")
done
if ((${#missing[@]})); then
    say "Skipped: ${missing[*]} are not installed. Debian: apt-get install --no-install-recommends slurm-wlm munge"
    exit 77
fi
((EUID == 0)) || { say "Skipped: munged and slurmd need root here."; exit 77; }
if pgrep -x munged >/dev/null || pgrep -x slurmctld >/dev/null || pgrep -x slurmd >/dev/null; then
    say "Skipped: a munged or Slurm runs on this computer already, and is left alone."
    exit 77
fi

folder=$(mktemp -d)
chmod 755 "$folder" # munged insists on it
end() {
    local name
    for name in slurmd slurmctld munged; do
        [[ ! -s $folder/$name.pid ]] || kill "$(<"$folder/$name.pid")" 2>/dev/null || true
    done
    for _ in {1..50}; do
        pgrep -F "$folder/slurmd.pid" >/dev/null 2>&1 || pgrep -F "$folder/munged.pid" >/dev/null 2>&1 || break
        sleep 0.1
    done
    rm -rf "$folder"
}
trap end EXIT

mkdir -p "$folder"/{munge,state,spool}
head -c 1024 /dev/urandom > "$folder/munge/key"
chown -R munge: "$folder/munge"
chmod 700 "$folder/munge"
chmod 400 "$folder/munge/key"
install -d -o munge -g munge -m 755 "$folder/munge-run"
runuser -u munge -- munged --key-file="$folder/munge/key" --pid-file="$folder/munge-run/munged.pid" \
    --socket="$folder/munge-run/socket" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
cp "$folder/munge-run/munged.pid" "$folder/munged.pid"

node=$(hostname -s)
cat > "$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge-run/socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$folder/slurm.conf
slurmctld -f "$SLURM_CONF"
sleep 2
slurmd -f "$SLURM_CONF"
for _ in {1..30}; do
    [[ $(sinfo -h -o %T) == idle ]] && break
    sleep 1
done
[[ $(sinfo -h -o %T) == idle ]] || {
    say "The node did not become idle:"
    sinfo -N -l >&2
    tail -n 5 "$folder"/slurm*.log >&2
    exit 1
}
say "Slurm $(sinfo --version | cut -d' ' -f2) with $(nproc) cores."

sweep=$folder/sweep
"$program" sweep plan --preset reverse --device cpu --epochs 1 --set data.train_size=6400 \
    --set training.learning_rate=1e-4,5e-4,1e-3 --seeds 3 --out "$sweep"
"$program" sweep slurm "$sweep" --array 4 --sbatch "--time=10:00 --partition=all" > "$folder/job.sh"
job=$(sbatch --parsable "$folder/job.sh")
most=0
while squeue -h -j "$job" 2>/dev/null | grep -q .; do
    together=$(squeue -h -j "$job" -t RUNNING -r | wc -l)
    ((together <= most)) || most=$together
    sleep 0.5
done
say "The array of 4 jobs has ended; at most $most of them at once."
"$program" collect "$sweep" --out "$folder/table.csv"
finished=$(grep -c ',finished,' "$folder/table.csv" || true)
if ((finished != 9)); then
    say "$finished of 9 runs are finished:"
    cat "$sweep"/slurm-*.out >&2
    exit 1
fi
cut -d, -f2-7 "$folder/table.csv"
