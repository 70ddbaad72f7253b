// Writes docs/events/<service>.md: the facts of a service from its proto file, and the services that handle them from their consumers.
// Also an example of every type, written once and kept for ever: kit/src/facts.test.ts reads them all, so old records stay readable.
//   node tools/docs/events-doc.mjs           writes        --check  fails when a written file is stale
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { handlersOf } from '@lyceum/kit/facts/consumer'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const check = process.argv.includes('--check')

const buf = join(root, 'node_modules/@bufbuild/buf/bin/buf')
const image = JSON.parse(
  execFileSync(process.execPath, [buf, 'build', '-o', '-#format=json'], {
    cwd: join(root, 'proto'),
    maxBuffer: 64 * 1024 * 1024,
  }).toString(),
)

/** Fact type → names of the services that handle it. */
const consumers = new Map()
for (const file of globSync('services/*/src/consumers.ts', { cwd: root }).sort()) {
  const module = await import(join(root, file))
  for (const type of handlersOf(module.consumers).keys()) consumers.set(type, [...(consumers.get(type) ?? []), file.split('/')[1]])
}

const files = image.file.filter(({ package: name }) => /^lyceum\.\w+\.v1$/.test(name))
const wanted = new Map(files.map((file) => [`docs/events/${serviceOf(file)}.md`, page(file)]))
wanted.set('docs/events/README.md', index())
for (const file of files) {
  for (const message of factsOf(file)) {
    const path = `proto/examples/${file.package}.${message.name}.json`
    wanted.set(
      path,
      existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : `${JSON.stringify(exampleOf(file, message), null, 2)}\n`,
    )
  }
}
const gone = globSync('docs/events/*.md', { cwd: root }).filter((file) => !wanted.has(file))
const stale = [...wanted]
  .filter(([file, text]) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text)
  .map(([file]) => file)

if (check && stale.length + gone.length > 0) {
  console.error(`stale: ${[...stale, ...gone].join(', ')}. Run: npm run docs:events`)
  process.exit(1)
}
for (const file of stale) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), wanted.get(file))
}
for (const file of gone) rmSync(join(root, file))
console.log(check ? 'docs/events is up to date' : `wrote ${stale.length} files`)

function serviceOf(file) {
  return file.package.split('.')[1]
}
/** Messages that are not nested in another one. */
function factsOf(file) {
  const parts = new Set(
    file.messageType
      .flatMap((message) => [message, ...(message.nestedType ?? [])])
      .flatMap(({ field = [] }) => field.map(({ typeName }) => typeName)),
  )
  return file.messageType.filter(({ name }) => !parts.has(`.${file.package}.${name}`))
}
/** The comment at a path of descriptor numbers: the one above, else the one behind; [12] is the file's own, above its syntax line. */
function comment(file, ...path) {
  const found = file.sourceCodeInfo.location.find((one) => (one.path ?? []).join() === path.join())
  return (found?.leadingComments ?? found?.trailingComments ?? '')
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
}
function typeOf({ type, typeName, label, proto3Optional }, entry) {
  const plain =
    { TYPE_STRING: 'string', TYPE_BOOL: 'boolean', TYPE_INT32: 'integer', TYPE_INT64: 'integer, as a string', TYPE_DOUBLE: 'number' }[
      type
    ] ??
    typeName?.split('.').at(-1) ??
    type
  if (entry) return 'object of strings'
  return `${label === 'LABEL_REPEATED' ? `list of ${plain}` : plain}${proto3Optional ? ', may be missing' : ''}`
}
function table(file, message) {
  const at = file.messageType.indexOf(message)
  if (!message.field) return ['No fields: the value is empty.']
  return [
    '| field | type | |',
    '|---|---|---|',
    ...message.field.map((field, nth) => {
      const entry = message.nestedType?.find(({ name, options }) => options?.mapEntry && field.typeName?.endsWith(`.${name}`))
      return `| ${field.name} | ${typeOf(field, entry)} | ${comment(file, 4, at, 2, nth).replaceAll('|', '\\|')} |`
    }),
  ]
}
function topicOf(file) {
  return serviceOf(file) === 'statistics' ? 'lyceum.user-actions.v1' : file.package
}
function page(file) {
  const facts = factsOf(file)
  const parts = file.messageType.filter((message) => !facts.includes(message))
  const of = (message) => comment(file, 4, file.messageType.indexOf(message))
  return `${[
    `# ${serviceOf(file)}`,
    '',
    comment(file, 12),
    '',
    `Topic \`${topicOf(file)}\`. Written by \`npm run docs:events\`.`,
    '',
    ...facts.flatMap((message) => {
      const handled = consumers.get(`${file.package}.${message.name}`) ?? []
      return [
        `## ${message.name}`,
        '',
        of(message),
        '',
        `Handled by: ${handled.length > 0 ? handled.join(', ') : 'no service of Lyceum'}.`,
        '',
        ...table(file, message),
        '',
      ]
    }),
    ...parts.flatMap((message) => [`## Part: ${message.name}`, '', of(message), '', ...table(file, message), '']),
  ]
    .join('\n')
    .trimEnd()}\n`
}
function index() {
  return `${[
    '# Facts',
    '',
    'The facts of each service, for other services and any reader of the topics. A record is a CloudEvent: the attributes are headers, the value is',
    'JSON with these field names, zero values included. Readers ignore unknown fields. Written by `npm run docs:events`.',
    '',
    '| header | |',
    '|---|---|',
    '| ce_id | id of the fact; a second copy has the same |',
    '| ce_type | full name: lyceum.course.v1.CoursePublished |',
    '| ce_source | the service |',
    '| ce_time | time of the commit |',
    '| ce_subject | the key: `course:<id>` |',
    '| ce_orgid | the organisation |',
    '| ce_actorid | the person who caused it, if any |',
    '| ce_version | version of the row; keep the greatest |',
    '| ce_quiet | `true`: one of thousands that a roster makes, of which nobody is notified |',
    '| traceparent | trace of the fact |',
    '',
    '| topic | facts |',
    '|---|---|',
    ...files.map(
      (file) =>
        `| [${topicOf(file)}](${serviceOf(file)}.md) | ${factsOf(file)
          .map(({ name }) => name)
          .join(', ')} |`,
    ),
  ].join('\n')}\n`
}
/** A plausible record, in the form that it has on the topic. */
function exampleOf(file, message) {
  const value = (field) => {
    const { name, type, typeName } = field
    const inner = file.messageType.find((one) => typeName === `.${file.package}.${one.name}`)
    if (inner) return exampleOf(file, inner)
    if (type === 'TYPE_MESSAGE') return { example: 'text' }
    if (type === 'TYPE_BOOL') return true
    if (type === 'TYPE_INT64') return '1795249319490'
    if (type === 'TYPE_INT32' || type === 'TYPE_DOUBLE') return 1
    if (/(^|_)ids?$/.test(name) || /(^|_)by$/.test(name)) return '01900000-0000-7000-8000-000000000001'
    if (/_(at|time)$/.test(name)) return '2026-11-21T08:00:00.000Z'
    return 'example'
  }
  return Object.fromEntries(
    (message.field ?? []).map((field) => [
      field.name,
      field.label === 'LABEL_REPEATED' && !message.nestedType ? [value(field)] : value(field),
    ]),
  )
}
