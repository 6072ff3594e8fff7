# Installs a .deb by the Ansible role into a copy of this system that is written to memory and gone at the
# end. unshare -m sh deb-by-ansible.sh DEB ROLES PORT; status 77: this machine does not let us.
set -eu
mount --make-rprivate / && mount -t tmpfs tmpfs /mnt && cd /mnt && mkdir upper work root || exit 77
mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root || exit 77
mount -t proc proc root/proc && mount --rbind /dev root/dev || exit 77
mkdir -p root/play/bin root/play/run root/tmp
cp "$1" root/play
cp -r "$2" root/play/roles

cat >root/play/bin/systemctl <<'END'
#!/bin/sh
case $1 in --no-*) shift ;; esac
cd /play
lives() { [ -f pid ] && kill -0 "$(cat pid)" 2>/dev/null; }
case $1 in
  show)
    echo LoadState=loaded
    if lives; then echo ActiveState=active; else echo ActiveState=inactive; fi
    ;;
  is-enabled) if [ -f enabled ]; then echo enabled; else echo disabled && exit 1; fi ;;
  enable) touch enabled ;;
  start)
    set -a && . /etc/innkeeper/root.env && set +a
    command=$(sed -n 's/^ExecStart=//p' /lib/systemd/system/innkeeper@.service)
    eval "setsid $command >host.out 2>&1 & echo \$! >pid"
    ;;
esac
END
cat >root/play/play.yml <<END
- hosts: localhost
  connection: local
  gather_facts: false
  roles:
    - role: innkeeper
      innkeeper_package: /play/${1##*/}
      innkeeper_users:
        - name: root
          port: $3
          data: /play/data
          settings: {BACKUP_KEEP: 7}
          projects: [{channelId: web, command: [sleep, '600']}]
END
cat >root/play/go <<'END'
cd /play
unset DATA_DIR JAVA_HOME
export PATH=/play/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root XDG_RUNTIME_DIR=/play/run LC_ALL=C.UTF-8
export INNKEEPER_ARCHIVES=off ANSIBLE_ROLES_PATH=/play/roles ANSIBLE_HOME=/play/ansible
export ANSIBLE_LOCAL_TEMP=/play/ansible ANSIBLE_REMOTE_TEMP=/play/ansible
chmod +x bin/systemctl
play() {
  echo "== $*"
  ansible-playbook -i localhost, play.yml "$@"
}
play --check
[ ! -e data ] && [ ! -e /usr/share/innkeeper ] && echo "nothing was changed"
play
innkeeper --data data status
play
play --check
innkeeper --data data stop web
apt-get remove -y innkeeper >/dev/null && [ ! -e /usr/share/innkeeper/bin ] && echo "it was removed"
kill "$(cat pid)" && while kill -0 "$(cat pid)" 2>/dev/null; do sleep 0.1; done
END
exec chroot root sh /play/go
