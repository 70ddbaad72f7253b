// Every environment variable, its readers and its meaning, collected from the code: writes docs/operate/configuration.md (`--check` compares
// it), and tests/k8s compares the chart with it.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stack } from '../../deploy/stack/config.ts'

export type Setting = { name: string; readers: string[]; kind: string; fallback: string; about: string }

const everybody = 'every target'
/** The targets that run a file. */
const readersOf = (file: string): string[] => {
  const service = /^services\/([a-z]+)\/src\/config\.ts$/.exec(file)?.[1]
  if (service) return service === 'upload' ? ['upload', 'transcode'] : [service]
  if (file === 'bff/src/config.ts') return ['bff']
  if (file === 'kit/src/service.ts') return ['every service']
  return [everybody]
}
/** Readers of single variables, narrower than those of their file. */
const narrower: Record<string, string[]> = {
  SERVICE_URLS: ['bff'],
  BFF_URL: ['import'],
  ...Object.fromEntries(
    ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_DIRECT'].map((name) => [name, ['upload', 'transcode']]),
  ),
  ...Object.fromEntries(
    [
      'DATABASE_URL',
      'DATABASE_PASSWORD',
      'KAFKA_BROKERS',
      'KAFKA_TLS',
      'KAFKA_SASL_MECHANISM',
      'KAFKA_USERNAME',
      'KAFKA_PASSWORD',
      'KAFKA_REPLICATION',
      'USER_ACTIONS_DAYS',
    ].map((name) => [name, ['every service', 'migrate']]),
  ),
  S3_PUBLIC_ENDPOINT: ['upload', 'transcode', 'bff'],
  ...Object.fromEntries(
    ['SMTP_URL', 'SMTP_PASSWORD', 'MAIL_FROM', 'MAIL_PER_SECOND', 'SMS_GATEWAY_URL', 'SMS_GATEWAY_AUTHORIZATION', 'SMS_GATEWAY_BODY'].map(
      (name) => [name, ['identity', 'course', 'notification']],
    ),
  ),
  LYCEUM_HOME: ['all'],
  LYCEUM_DEMO: ['all', 'identity'],
  PORT: ['all', 'bff'],
  BYTES_PORT: ['all', 'upload', 'transcode', 'bff'],
  GRANT_KEYS: ['all', 'activity', 'upload', 'transcode', 'notification', 'calendar'],
}
const meanings: Record<string, string> = {
  DATABASE_URL: 'postgresql://user@host:port/?sslmode=verify-full (or disable)',
  DATABASE_PASSWORD: 'its password',
  DATABASE_POOL: 'connections of one process',
  KAFKA_BROKERS: 'host:port with commas',
  KAFKA_TLS: "TLS with the brokers' names checked",
  KAFKA_SASL_MECHANISM: 'none, plain, scram-sha-256 or scram-sha-512',
  KAFKA_USERNAME: 'user of Kafka',
  KAFKA_PASSWORD: 'its password',
  USER_ACTIONS_DAYS: 'days that user actions stay in their topic',
  REDIS_URL: 'redis://host:port, or rediss:// for TLS',
  REDIS_PASSWORD: 'its password',
  S3_ENDPOINT: 'address of the store',
  S3_PUBLIC_ENDPOINT: 'address of the store for browsers, where that differs',
  S3_REGION: 'region of the store',
  S3_BUCKET: 'bucket; default the prefix',
  S3_ACCESS_KEY: 'key of the store',
  S3_SECRET_KEY: 'secret of the key',
  SMTP_URL: 'smtp://user@host:587 or smtps://…; unset: mails are written to the log',
  SMTP_PASSWORD: 'its password',
  MAIL_FROM: 'Name <address>',
  MAIL_PER_SECOND: 'mails that all processes together hand to the server in a second',
  MAIL_GATHER_SECONDS: 'seconds for which a mail gathers what belongs together',
  MAIL_BETWEEN_SECONDS: 'seconds between two mails of notifications to one person',
  PUSH_KEY:
    'private key of P-256, 32 bytes as base64url, by which push services know the installation; browsers subscribe to it, so it is kept. In one process made at the first start; unset on servers: no push',
  SECRET_KEYS:
    'id:key, with commas, each key 32 bytes as base64; they seal the keys of workplace messengers, the addresses of live lectures and the secrets of their providers, the first seals, all open. In one process made at the first start; unset on servers: no messenger can be set up, no address kept',
  MEETING_HOSTS: 'https addresses, with commas, of BigBlueButton servers in an inner network; others are reached at public addresses alone',
  WORKPLACE_HOSTS:
    'kind=https address, with commas, of workplace messengers that the operator runs or relays: dingtalk, wecom, feishu, lark',
  MAILS_PER_ORG_AND_DAY:
    'mails of notifications to the people of an organisation in a day; beyond them bulletins, messages of teachers, and what all students of a course are told, wait for the next day',
  NOTIFICATIONS_READ_DAYS: 'days for which a notification is kept after it was read',
  NOTIFICATIONS_DAYS: 'days for which a notification is kept in any case, read or not',
  BULLETINS_PER_DAY: 'bulletins of an organisation, and of each course, that go out within 24 hours',
  MESSAGES_PER_DAY: 'people whom one sender may reach by messages to members of courses within 24 hours, each counted by the message',
  SMS_GATEWAY_URL: 'https address that takes a POST; unset: the log',
  SMS_GATEWAY_AUTHORIZATION: 'the whole Authorization header',
  SMS_GATEWAY_BODY: 'JSON with {to} and {text} in it',
  ACTOR_KEYS:
    'Ed25519 keys as PEM (private ones for the BFF, public ones for services), or the list that --target=actor-key prints; the first signs, all verify',
  TRUSTED_CA: 'files with additional certificate authorities, with commas',
  BFF_URL: 'address of the BFF within the installation, where jobs make the calls of their people',
  SERVICE_URLS: 'name=http://host:port of every service, with commas',
  HTTP_PORT: 'port for calls of a service (8100 and on)',
  HOST: 'address to listen at; unset, a demo school in one process listens on 127.0.0.1 and ::1 alone',
  PORT: 'port of the BFF',
  LYCEUM_HOME: 'the folder with all data',
  LYCEUM_DEMO: 'a demo school at the first start of one process; false: sign-in by one click is off',
  LYCEUM_RELEASE: 'set by the image',
  LOG_LEVEL: 'trace, debug, info, warn, error or silent',
  GRANT_KEYS: 'secrets of at least 32 bytes as base64url, with commas; the first signs, all verify',
  ACCESS_CODE_TRIES: 'wrong access codes a person may try in ten minutes',
  URP_SOURCES:
    'organisation=place, with commas: where the courses of an organisation come from, a folder with courses.csv and enrolments.csv or an https address',
  URP_TOKENS: 'organisation=token, with commas: for addresses of URP_SOURCES',
  INVITES_PER_DAY: 'invitations to courses that a person may send in 24 hours',
  H5_HOST: 'address of a separate page for phones',
  PRODUCT_NAME: "the product's name",
  WEB_FOLDER: 'folder of the built page, where it is not beside the code',
  STOP_SECONDS: 'seconds after the drain until the process ends in any case; calls under way have a sixth of them, at most 10',
  DRAIN_SECONDS: 'seconds after the signal to end in which calls are still answered; up to 15 more while calls still arrive',
  BYTES_PORT: 'port of the bytes listener',
  PACKAGE_ORIGIN:
    'origin of packages of lessons (SCORM): another host than that of the pages, with {id} in it a host of each package; unset: the bytes listener by the other name of this machine (localhost, 127.0.0.1), or over http at its own host where that is none of PAGE_ORIGINS',
  PACKAGES_SAME_HOST: 'true: packages on the host of the pages over http too, where they may write into its cookies',
  TRANSCODE_AT_ONCE: 'videos at once in one process',
  TRANSCODE_MEMORY_MB: 'megabytes one ffmpeg may take',
  CONVERT_AT_ONCE: 'office files at once in one process',
  CONVERT_MEMORY_MB: 'megabytes one conversion may take',
  CONVERT_MAX_OUTPUT: 'bytes of the converted PDF',
  UPLOAD_MAX_AUDIO: 'bytes of one audio file',
  UPLOAD_MAX_DOCUMENT: 'bytes of one document',
  UPLOAD_MAX_IMAGE: 'bytes of one picture',
  UPLOAD_MAX_OTHER: 'bytes of one file of another type',
  UPLOAD_MAX_VIDEO: 'bytes of one video',
  UPLOAD_ORG_QUOTA: 'bytes an organisation may keep',
  UPLOAD_PERSON_QUOTA: 'bytes one person may keep in an organisation',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'receiver of traces: OTLP over HTTP, without /v1/traces; unset: no traces',
  OTEL_EXPORTER_OTLP_HEADERS: 'headers for the receiver: name=value, with commas',
  OTEL_TRACES_SAMPLER_ARG: 'share of traces that are kept, 0 to 1; decided at the edge by the id of the trace',
  UPTOKEN_SECONDS: 'how long an upload token holds',
}

export function settings(): Setting[] {
  const found = new Map<string, Setting>()
  const parts = globSync('{services/*/src/config.ts,bff/src/config.ts,kit/src/service.ts}', { cwd: stack.root }).sort()
  // last: its defaults in one process are those of an installation without settings
  const files = [...parts, ...globSync('runtime/**/*.ts', { cwd: stack.root }).sort()]
  for (const file of files.filter((one) => !one.includes('.test.'))) {
    const text = readFileSync(join(stack.root, file), 'utf8')
    for (const { 1: kind = '', 2: name = '', 3: rest = '', index } of text.matchAll(
      /\.(required|integer|oneOf|text|optional|mounted|flag|list|map)\('([A-Z][A-Z0-9_]+)'(?:,\s*([^()]*?(?:\([^()]*\))?[^()]*?))?\)/g,
    )) {
      const before = found.get(name)
      const readers = narrower[name] ?? [...new Set([...(before?.readers ?? []), ...readersOf(file)])]
      const above = text.slice(0, index).split('\n').slice(-2, -1)[0] ?? ''
      const said = /^\s*\/\*\* (.*?) ?\*\//.exec(above)?.[1] ?? ''
      const fallback =
        kind === 'required'
          ? 'required'
          : kind === 'oneOf'
            ? (/'([^']*)'$/.exec(rest)?.[1] ?? '')
            : (rest.split(/,\s*\{/)[0] ?? '').replaceAll("'", '')
      found.set(name, { name, readers, kind, fallback, about: meanings[name] ?? before?.about ?? said })
    }
  }
  return [...found.values()]
    .map((one) => ({ ...one, about: one.about || (meanings[one.name] ?? '') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** True when a target reads it. */
export const reads = ({ readers }: Setting, target: string): boolean =>
  readers.includes(everybody) ||
  readers.includes(target) ||
  (readers.includes('every service') && !['bff', 'migrate', 'all'].includes(target))

function page(): string {
  const line = ({ name, readers, fallback, about }: Setting) =>
    `| \`${name}\` | ${readers.join(', ')} | ${fallback ? `\`${fallback}\`` : ''} | ${about} |`
  return `# Configuration

Made from the code by \`node tools/docs/settings.ts\`. Any variable may be given as \`NAME_FILE\` instead, the path of a file that holds it: that is how secrets are
given. A value that makes no sense stops the start with one line that names it. \`all\` is the one process (\`npm start\`); the chart sets what the others need.

| name | read by | default | meaning |
|---|---|---|---|
${settings().map(line).join('\n')}
`
}

if (import.meta.main) {
  const file = join(stack.root, 'docs/operate/configuration.md')
  const text = page()
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/operate/configuration.md is stale: run `node tools/docs/settings.ts`')
    process.exitCode = 1
  }
}
