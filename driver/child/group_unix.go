//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// ownGroup lets the command lead a process group, so that its children can be
// killed with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is left of the group. That nothing is left is no error.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
