package child

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps a Ctrl-C at the console from the command. Windows cannot kill by
// group: grandchildren stay, but hold nobody up.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
