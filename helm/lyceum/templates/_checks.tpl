{{- /* Checks that a schema cannot express: values that contradict each other. Each message names the value. */ -}}
{{- define "lyceum.checks" -}}
{{- $v := .Values -}}
{{- range $server, $about := dict "postgres" (list $v.postgres.host "postgres.host") "kafka" (list $v.kafka.brokers "kafka.brokers") "redis" (list $v.redis.host "redis.host") "s3" (list $v.s3.endpoint "s3.endpoint") -}}
{{- $given := first $about -}}
{{- if and (not $given) (not (index $v.inChart $server).enabled) }}{{ fail (printf "%s is empty: name your own server, or set inChart.%s.enabled to try out" (last $about) $server) }}{{ end -}}
{{- if and $given (index $v.inChart $server).enabled }}{{ fail (printf "%s and inChart.%s.enabled are both given: one or the other" (last $about) $server) }}{{ end -}}
{{- end -}}
{{- if and $v.postgres.host (not $v.postgres.secret.name) }}{{ fail "postgres.secret.name: the secret with the password of postgres.user" }}{{ end -}}
{{- if and (not $v.postgres.host) (ne $v.postgres.tls "disable") }}{{ fail "postgres.tls must be disable with the chart's own PostgreSQL" }}{{ end -}}
{{- if and $v.s3.endpoint (not $v.s3.secret.name) }}{{ fail "s3.secret.name: the secret with the keys of the store" }}{{ end -}}
{{- if and (ne $v.kafka.sasl.mechanism "none") (or (not $v.kafka.sasl.user) (not $v.kafka.sasl.secret.name)) }}{{ fail "kafka.sasl needs user and secret.name" }}{{ end -}}
{{- if and $v.mail.user (not $v.mail.secret.name) }}{{ fail "mail.secret.name: the secret with the password of mail.user" }}{{ end -}}
{{- if eq (urlParse $v.url).host (urlParse $v.bytesUrl).host }}{{ fail "bytesUrl must be another host or port than url: content of a file must not act as the signed-in person" }}{{ end -}}
{{- if and (or $v.ingress.enabled $v.gateway.enabled) (eq (urlParse $v.url).hostname (urlParse $v.bytesUrl).hostname) }}{{ fail "bytesUrl must be another host name than url for ingress or gateway" }}{{ end -}}
{{- if and $v.packageUrl (eq (urlParse (replace "{id}" "package" $v.packageUrl)).hostname (urlParse $v.url).hostname) }}{{ fail "packageUrl must be another host name than url: what a package writes into cookies knows no port" }}{{ end -}}
{{- if and $v.gateway.enabled (not $v.gateway.parentRefs) }}{{ fail "gateway.parentRefs: name the gateway" }}{{ end -}}
{{- range $key, $_ := $v.services -}}
{{- $one := include "lyceum.service" (dict "root" $ "key" $key) | fromYaml -}}
{{- if gt (int $one.autoscale.min) (int $one.autoscale.max) }}{{ fail (printf "services.%s.autoscale: min is more than max" $key) }}{{ end -}}
{{- end -}}
{{- end }}
