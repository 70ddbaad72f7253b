{{- /*
The environment of a pod: {root, needs, ports, going}. Secrets are files under /run/lyceum; docs/operate/configuration.md explains each name,
and tests/k8s compares this list with the variables that the code reads.
*/ -}}
{{- define "lyceum.environment" -}}
{{- $values := .root.Values -}}
{{- $name := include "lyceum.name" .root -}}
{{- $needs := .needs -}}
{{- $going := .going | default dict -}}
- {name: LOG_LEVEL, value: {{ $values.logLevel | quote }}}
- {name: LYCEUM_PREFIX, value: {{ $values.prefix | quote }}}
- {name: HTTP_PORT, value: "8080"}
- {name: METRICS_PORT, value: "9464"}
- {name: DRAIN_SECONDS, value: {{ $going.drain | default 0 | quote }}}
- {name: STOP_SECONDS, value: {{ $going.stop | default 25 | quote }}}
- {name: ACTOR_KEYS_FILE, value: /run/lyceum/own/actor-keys}
{{- if $values.trustedAuthorities }}
{{- $files := list }}
{{- range $at, $_ := $values.trustedAuthorities }}{{ $files = append $files (printf "/run/lyceum/authorities/%d.crt" $at) }}{{ end }}
- {name: TRUSTED_CA, value: {{ join "," $files | quote }}}
{{- end }}
{{- if has "cache" $needs }}
- {name: REDIS_URL, value: {{ printf "%s://%s:%v" (ternary "rediss" "redis" $values.redis.tls) (include "lyceum.host" (dict "root" .root "server" "redis")) $values.redis.port | quote }}}
{{- if $values.redis.secret.name }}
- {name: REDIS_PASSWORD_FILE, value: /run/lyceum/redis/password}
{{- end }}
{{- end }}
{{- if has "database" $needs }}
- {name: DATABASE_URL, value: {{ printf "postgresql://%s@%s:%v/?sslmode=%s" ($values.postgres.user | urlquery) (include "lyceum.host" (dict "root" .root "server" "postgres")) $values.postgres.port $values.postgres.tls | quote }}}
- {name: DATABASE_PASSWORD_FILE, value: /run/lyceum/postgres/password}
{{- if .going }}
- {name: DATABASE_POOL, value: {{ $values.postgres.pool | quote }}}
{{- end }}
{{- end }}
{{- if has "broker" $needs }}
- {name: KAFKA_BROKERS, value: {{ include "lyceum.brokers" .root | quote }}}
- {name: KAFKA_TLS, value: {{ $values.kafka.tls | quote }}}
{{- if ne $values.kafka.sasl.mechanism "none" }}
- {name: KAFKA_SASL_MECHANISM, value: {{ $values.kafka.sasl.mechanism | quote }}}
- {name: KAFKA_USERNAME, value: {{ $values.kafka.sasl.user | quote }}}
- {name: KAFKA_PASSWORD_FILE, value: /run/lyceum/kafka/password}
{{- end }}
- {name: KAFKA_REPLICATION, value: {{ $values.kafka.replication | quote }}}
- {name: USER_ACTIONS_DAYS, value: {{ $values.kafka.userActionsDays | quote }}}
{{- end }}
{{- if has "blobs" $needs }}
- {name: S3_ENDPOINT, value: {{ include "lyceum.store" .root | quote }}}
- {name: S3_REGION, value: {{ $values.s3.region | quote }}}
- {name: S3_BUCKET, value: {{ $values.s3.bucket | default $values.prefix | quote }}}
- {name: S3_ACCESS_KEY_FILE, value: /run/lyceum/s3/access-key}
- {name: S3_SECRET_KEY_FILE, value: /run/lyceum/s3/secret-key}
- {name: S3_DIRECT, value: {{ ne $values.s3.publicEndpoint "" | quote }}}
- {name: BYTES_PORT, value: "8081"}
- {name: PAGE_ORIGINS, value: {{ $values.url | quote }}}
{{- end }}
{{- if and (or (has "blobs" $needs) (has "services" $needs)) $values.s3.publicEndpoint }}
- {name: S3_PUBLIC_ENDPOINT, value: {{ $values.s3.publicEndpoint | quote }}}
{{- end }}
{{- if or (has "blobs" $needs) (has "services" $needs) }}
- {name: BYTES_ORIGIN, value: {{ $values.bytesUrl | quote }}}
{{- if $values.packageUrl }}
- {name: PACKAGE_ORIGIN, value: {{ $values.packageUrl | quote }}}
{{- end }}
{{- end }}
{{- if has "grants" $needs }}
- {name: GRANT_KEYS_FILE, value: /run/lyceum/own/grant-keys}
{{- end }}
{{- if has "push" $needs }}
- {name: PUSH_KEY_FILE, value: /run/lyceum/own/push-key}
{{- end }}
{{- if or (has "messengers" $needs) (has "secrets" $needs) }}
- {name: SECRET_KEYS_FILE, value: /run/lyceum/own/secret-keys}
{{- end }}
{{- if has "outward" $needs }}
- {name: PUBLIC_URL, value: {{ $values.url | quote }}}
- {name: MAIL_FROM, value: {{ $values.mail.from | quote }}}
{{- if $values.mail.host }}
- {name: SMTP_URL, value: {{ printf "%s://%s%s:%v" (ternary "smtps" "smtp" $values.mail.tls) (ternary (printf "%s@" ($values.mail.user | urlquery)) "" (ne $values.mail.user "")) $values.mail.host $values.mail.port | quote }}}
{{- if $values.mail.secret.name }}
- {name: SMTP_PASSWORD_FILE, value: /run/lyceum/mail/password}
{{- end }}
{{- end }}
{{- if $values.sms.url }}
- {name: SMS_GATEWAY_URL, value: {{ $values.sms.url | quote }}}
{{- if $values.sms.body }}
- {name: SMS_GATEWAY_BODY, value: {{ $values.sms.body | quote }}}
{{- end }}
{{- if $values.sms.secret.name }}
- {name: SMS_GATEWAY_AUTHORIZATION_FILE, value: /run/lyceum/sms/authorization}
{{- end }}
{{- end }}
{{- end }}
{{- if has "bff" $needs }}
- {name: BFF_URL, value: {{ printf "http://%s-bff:8080" $name | quote }}}
- {name: BYTES_URL, value: {{ printf "http://%s-upload:8081" $name | quote }}}
{{- end }}
{{- if has "services" $needs }}
{{- $urls := list }}
{{- range $key, $one := $values.services }}{{ if and (not $one.worker) (ne $key "bff") }}{{ $urls = append $urls (printf "%s=http://%s-%s:8080" $key $name $key) }}{{ end }}{{ end }}
- {name: PORT, value: "8080"}
- {name: SERVICE_URLS, value: {{ join "," $urls | quote }}}
- {name: PRODUCT_NAME, value: {{ $values.product | quote }}}
- {name: TRUSTED_PROXIES, value: {{ $values.trustedProxies | quote }}}
- {name: RATE_LIMIT, value: {{ $values.rateLimit | quote }}}
{{- end }}
{{- if $values.tracing.endpoint }}
- {name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ $values.tracing.endpoint | quote }}}
- {name: OTEL_TRACES_SAMPLER_ARG, value: {{ $values.tracing.share | quote }}}
{{- end }}
{{- range $key, $value := mergeOverwrite (deepCopy $values.env) (.env | default dict) }}
- {name: {{ $key }}, value: {{ $value | quote }}}
{{- end }}
{{- end }}

{{- define "lyceum.mounts" -}}
- {name: scratch, mountPath: /tmp}
- {name: own, mountPath: /run/lyceum/own, readOnly: true}
{{- range $one := splitList " " (include "lyceum.secretsOf" . | trim) }}{{ if $one }}
- {name: {{ $one }}, mountPath: /run/lyceum/{{ $one }}, readOnly: true}
{{- end }}{{ end }}
{{- if .root.Values.trustedAuthorities }}
- {name: authorities, mountPath: /run/lyceum/authorities, readOnly: true}
{{- end }}
{{- end }}

{{- /* The servers whose secrets these needs require. */ -}}
{{- define "lyceum.secretsOf" -}}
{{- $values := .root.Values -}}
{{- $found := list -}}
{{- if has "database" .needs }}{{ $found = append $found "postgres" }}{{ end -}}
{{- if and (has "broker" .needs) (ne $values.kafka.sasl.mechanism "none") }}{{ $found = append $found "kafka" }}{{ end -}}
{{- if and (has "cache" .needs) $values.redis.secret.name }}{{ $found = append $found "redis" }}{{ end -}}
{{- if has "blobs" .needs }}{{ $found = append $found "s3" }}{{ end -}}
{{- if and (has "outward" .needs) $values.mail.host $values.mail.secret.name }}{{ $found = append $found "mail" }}{{ end -}}
{{- if and (has "outward" .needs) $values.sms.url $values.sms.secret.name }}{{ $found = append $found "sms" }}{{ end -}}
{{- join " " $found }}
{{- end }}

{{- define "lyceum.volumes" -}}
{{- $values := .root.Values -}}
{{- $root := .root -}}
{{- $needs := .needs -}}
- name: scratch
  emptyDir: {sizeLimit: {{ .scratch | default "256Mi" }}}
- name: own
  projected:
    defaultMode: 0440
    sources:
      - secret:
          name: {{ include "lyceum.secret" .root }}
          items:
            # only the BFF has the private key; services verify with the public one
            - {key: {{ ternary "actor-key.pem" "actor-public.pem" (has "services" $needs) }}, path: actor-keys}
            {{- if has "grants" $needs }}
            - {key: grant-keys, path: grant-keys}
            {{- end }}
            {{- if .password }}
            - {key: admin-password, path: admin-password}
            {{- end }}
      {{- if has "push" $needs }}
      # a secret of an older release has no such key: there are no push messages then
      - secret:
          name: {{ include "lyceum.secret" .root }}
          optional: true
          items: [{key: push-key, path: push-key}]
      {{- end }}
      {{- if or (has "messengers" $needs) (has "secrets" $needs) }}
      # likewise: no workplace messenger can be set up then
      - secret:
          name: {{ include "lyceum.secret" .root }}
          optional: true
          items: [{key: secret-keys, path: secret-keys}]
      {{- end }}
{{- range $one := splitList " " (include "lyceum.secretsOf" . | trim) }}{{ if $one }}
- name: {{ $one }}
  secret:
    defaultMode: 0440
    {{- if eq $one "s3" }}
    secretName: {{ $values.s3.secret.name | default (include "lyceum.serverSecret" $root) }}
    items:
      - {key: {{ ternary $values.s3.secret.accessKey "s3-access-key" (ne $values.s3.secret.name "") }}, path: access-key}
      - {key: {{ ternary $values.s3.secret.secretKey "s3-secret-key" (ne $values.s3.secret.name "") }}, path: secret-key}
    {{- else if eq $one "postgres" }}
    secretName: {{ $values.postgres.secret.name | default (include "lyceum.serverSecret" $root) }}
    items: [{key: {{ ternary $values.postgres.secret.key "postgres-password" (ne $values.postgres.secret.name "") }}, path: password}]
    {{- else if eq $one "kafka" }}
    secretName: {{ $values.kafka.sasl.secret.name }}
    items: [{key: {{ $values.kafka.sasl.secret.key }}, path: password}]
    {{- else }}
    secretName: {{ (index $values $one).secret.name }}
    items: [{key: {{ (index $values $one).secret.key }}, path: {{ ternary "authorization" "password" (eq $one "sms") }}}]
    {{- end }}
{{- end }}{{ end }}
{{- if $values.trustedAuthorities }}
- name: authorities
  projected:
    defaultMode: 0444
    sources:
      {{- range $at, $one := $values.trustedAuthorities }}
      - {{ ternary "secret" "configMap" (hasKey $one "secret") }}:
          name: {{ $one.secret | default $one.configMap }}
          items: [{key: {{ $one.key }}, path: {{ printf "%d.crt" $at }}}]
      {{- end }}
{{- end }}
{{- end }}
