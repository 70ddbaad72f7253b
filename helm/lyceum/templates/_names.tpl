{{- /* Names, labels, addresses. */ -}}
{{- define "lyceum.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "lyceum.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "lyceum.labels" -}}
{{ include "lyceum.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/part-of: lyceum
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- /* The values of one service: its entry merged over the defaults. {root, key} */ -}}
{{- define "lyceum.service" -}}
{{- toYaml (mustMergeOverwrite (deepCopy .root.Values.defaults) (deepCopy (index .root.Values.services .key | default dict))) }}
{{- end }}

{{- define "lyceum.image" -}}
{{- $image := .root.Values.image -}}
{{ $image.registry }}{{ ternary $image.transcode $image.name (eq .image "transcode") }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "lyceum.secret" -}}
{{ .Values.secrets.existing | default (printf "%s-secrets" (include "lyceum.name" .)) }}
{{- end }}

{{- define "lyceum.serverSecret" -}}
{{ printf "%s-servers" (include "lyceum.name" .) }}
{{- end }}

{{- /* The host of a server: the operator's, else the chart's own. {root, server} */ -}}
{{- define "lyceum.host" -}}
{{- $own := printf "%s-%s" (include "lyceum.name" .root) .server -}}
{{- if eq .server "postgres" }}{{ .root.Values.postgres.host | default $own }}{{ end -}}
{{- if eq .server "redis" }}{{ .root.Values.redis.host | default $own }}{{ end -}}
{{- end }}
{{- define "lyceum.brokers" -}}
{{ .Values.kafka.brokers | default (printf "%s-kafka:9092" (include "lyceum.name" .)) }}
{{- end }}
{{- define "lyceum.store" -}}
{{ .Values.s3.endpoint | default (printf "http://%s-s3:7070" (include "lyceum.name" .)) }}
{{- end }}

{{- define "lyceum.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .user | default 10001 }}
runAsGroup: {{ .user | default 10001 }}
fsGroup: {{ .user | default 10001 }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end }}
{{- define "lyceum.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}
