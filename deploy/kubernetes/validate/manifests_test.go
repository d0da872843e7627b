// Package validate holds the manifests against Kubernetes' own types. It is a
// module of its own, so that the suite does not depend on Kubernetes.
package validate

import (
	"bytes"
	"os"
	"strconv"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// documents are the parts of a file between the lines of three dashes.
func documents(t *testing.T, path string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(data, []byte("\n---\n"))
}

// decode refuses members that the type does not have, and members that stand twice.
func decode(t *testing.T, doc []byte, into any) {
	t.Helper()
	if err := yaml.UnmarshalStrict(doc, into); err != nil {
		t.Fatal(err)
	}
}

func TestTheIndexedJob(t *testing.T) {
	docs := documents(t, "../run.yaml")
	if len(docs) != 2 {
		t.Fatalf("%d documents", len(docs))
	}
	var claim corev1.PersistentVolumeClaim
	decode(t, docs[0], &claim)
	var job batchv1.Job
	decode(t, docs[1], &job)
	if claim.APIVersion != "v1" || claim.Kind != "PersistentVolumeClaim" {
		t.Errorf("%s %s", claim.APIVersion, claim.Kind)
	}
	restricted(t, job, claim.Name)
	s := job.Spec
	if s.CompletionMode == nil || *s.CompletionMode != batchv1.IndexedCompletion {
		t.Error("the Job is not indexed: there is no JOB_COMPLETION_INDEX")
	}
	if got := variable(s.Template.Spec.Containers[0], "SHARDS"); s.Completions == nil || got != strconv.Itoa(int(*s.Completions)) {
		t.Errorf("SHARDS is %q, it has to be the completions", got)
	}
	if s.BackoffLimitPerIndex == nil || s.PodFailurePolicy == nil {
		t.Error("there is no limit for each index, or no failure policy")
	}
	rule := s.PodFailurePolicy.Rules[0]
	if rule.Action != batchv1.PodFailurePolicyActionFailJob || rule.OnExitCodes.Operator != batchv1.PodFailurePolicyOnExitCodesOpIn {
		t.Errorf("the failure policy is %+v", rule)
	}
	if name := rule.OnExitCodes.ContainerName; name == nil || *name != s.Template.Spec.Containers[0].Name {
		t.Error("the failure policy names another container")
	}
}

func TestTheMergeJob(t *testing.T) {
	docs := documents(t, "../merge.yaml")
	if len(docs) != 1 {
		t.Fatalf("%d documents", len(docs))
	}
	var job batchv1.Job
	decode(t, docs[0], &job)
	restricted(t, job, "conform-results")
	if job.Spec.BackoffLimit == nil || *job.Spec.BackoffLimit != 0 {
		t.Error("a verdict is tried again")
	}
}

// restricted is what the API server and the restricted pod security standard ask of
// both Jobs.
func restricted(t *testing.T, job batchv1.Job, claim string) {
	t.Helper()
	if job.APIVersion != "batch/v1" || job.Kind != "Job" || job.Name == "" {
		t.Errorf("%s %s %q", job.APIVersion, job.Kind, job.Name)
	}
	pod := job.Spec.Template.Spec
	if pod.RestartPolicy != corev1.RestartPolicyNever {
		t.Errorf("restartPolicy is %s; a failure policy wants Never", pod.RestartPolicy)
	}
	if c := pod.SecurityContext; c == nil || c.RunAsNonRoot == nil || !*c.RunAsNonRoot || c.SeccompProfile == nil {
		t.Error("the pod may run as root, or without seccomp")
	}
	if len(pod.Containers) != 1 {
		t.Fatalf("%d containers", len(pod.Containers))
	}
	c := pod.Containers[0]
	if s := c.SecurityContext; s == nil || *s.AllowPrivilegeEscalation || !*s.ReadOnlyRootFilesystem || len(s.Capabilities.Drop) != 1 ||
		s.Capabilities.Drop[0] != "ALL" {
		t.Error("the container has more rights than it needs")
	}
	if len(c.VolumeMounts) != 1 || len(pod.Volumes) != 1 || c.VolumeMounts[0].Name != pod.Volumes[0].Name {
		t.Fatal("the volume is not mounted")
	}
	if v := pod.Volumes[0].PersistentVolumeClaim; v == nil || v.ClaimName != claim {
		t.Errorf("the volume is not %s", claim)
	}
	if c.Resources.Requests.Memory().IsZero() || c.Resources.Limits.Memory().IsZero() {
		t.Error("no memory is asked for, or there is no limit")
	}
}

func variable(c corev1.Container, name string) string {
	for _, v := range c.Env {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

// A typing error has to be found: the decoding is strict.
func TestUnknownMembersAreRefused(t *testing.T) {
	var job batchv1.Job
	if err := yaml.UnmarshalStrict([]byte("spec: {completionsMode: Indexed}"), &job); err == nil {
		t.Error("completionsMode is accepted")
	}
}
