{{- /* The pod of a job: {root, component, needs, command, more, password, claim} */ -}}
{{- define "lyceum.jobPod" -}}
metadata:
  labels: {{- include "lyceum.labels" . | nindent 4 }}
spec:
  restartPolicy: Never
  serviceAccountName: {{ include "lyceum.name" .root }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  securityContext: {{- include "lyceum.podSecurity" dict | nindent 4 }}
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets: {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  containers:
    - name: {{ .component }}
      image: {{ include "lyceum.image" (dict "root" .root "image" "app") }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      command: {{ .command | toJson }}
      env: {{- include "lyceum.environment" . | nindent 8 }}
        {{- range $name, $value := .more }}
        - {name: {{ $name }}, value: {{ $value | quote }}}
        {{- end }}
      resources: {{- toYaml .root.Values.migrate.resources | nindent 8 }}
      securityContext: {{- include "lyceum.security" .root | nindent 8 }}
      volumeMounts: {{- include "lyceum.mounts" . | nindent 8 }}
        {{- if .claim }}
        - {name: backup, mountPath: /backup}
        {{- end }}
  volumes: {{- include "lyceum.volumes" . | nindent 4 }}
    {{- with .claim }}
    - {name: backup, persistentVolumeClaim: {claimName: {{ . }}}}
    {{- end }}
{{- end }}
