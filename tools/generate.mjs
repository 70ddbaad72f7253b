// Generates the code that is not kept in git: every service's Prisma client and the facts' TypeScript. Runs after `npm ci` and by `npm run generate`;
// regenerates only files older than their source, and nothing where the generators are left out (images).
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const run = promisify(execFile)
const { resolve } = createRequire(import.meta.url)
const installed = (/** @type {string} */ file) => {
  try {
    return resolve(file)
  } catch {
    return undefined
  }
}
const changed = (/** @type {string} */ file) => (existsSync(file) ? statSync(file).mtimeMs : 0)
const files = (/** @type {string} */ pattern) => globSync(pattern, { cwd: root }).map((file) => join(root, file))

/** @param {string} folder schema.prisma, in a large service with a file for each feature beside it */
async function prismaClient(folder) {
  const prisma = /** @type {string} */ (installed('prisma/build/index.js'))
  const output = join(dirname(folder), 'src', 'generated', 'client.ts')
  const sources = globSync('*.prisma', { cwd: folder }).map((file) => join(folder, file))
  if (changed(output) > Math.max(...[folder, ...sources].map(changed))) return
  const schema = followsRelations.has(basename(dirname(folder))) ? folder : withoutRelations(folder, sources)
  await run(process.execPath, [prisma, 'generate', '--no-hints', '--schema', schema], {
    cwd: root,
    // generate needs no engine, but the CLI would download one: any executable prevents that
    env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1', ...process.env },
  }).finally(() => schema !== folder && rmSync(schema, { recursive: true, force: true }))
  console.log(`generated ${output.slice(root.length + 1)}`)
}

/** Services whose queries by Prisma follow relations (`include`). */
const followsRelations = new Set(['upload'])
/**
 * A copy of the schema beside it, without its relations, for a client whose queries follow none: each pair of related models would be in memory as
 * an input of either, 14 MB of them in activity. @param {string} folder @param {string[]} sources
 */
function withoutRelations(folder, sources) {
  const texts = sources.map((file) => readFileSync(file, 'utf8'))
  const models = new Set(texts.flatMap((text) => [...text.matchAll(/^model (\w+)/gm)].map(([, model]) => model)))
  const copy = join(dirname(folder), '.client-schema')
  mkdirSync(copy, { recursive: true })
  for (const [nth, text] of texts.entries()) {
    const kept = text.split('\n').filter((line) => !models.has(/^\s+\w+\s+(\w+)/.exec(line)?.[1] ?? ''))
    writeFileSync(join(copy, basename(sources[nth] ?? '')), kept.join('\n'))
  }
  return copy
}

async function facts() {
  const buf = installed('@bufbuild/buf/bin/buf') ?? join(root, 'node_modules/@bufbuild/buf/bin/buf')
  const stamp = join(root, 'proto/gen/.sources')
  const sources = files('proto/lyceum/**/*.proto').concat(join(root, 'proto/buf.gen.yaml')).sort()
  const list = sources.join('\n')
  const fresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === list && sources.every((file) => changed(file) < changed(stamp))
  if (fresh || !existsSync(buf) || !existsSync(join(root, 'node_modules/@bufbuild/protoc-gen-es'))) return
  // the plugin starts with `node` from PATH, which must be this one
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` }
  await run(process.execPath, [buf, 'generate'], { cwd: join(root, 'proto'), env })
  writeFileSync(stamp, list)
  console.log('generated proto/gen')
}

/** The sentences of notifications by language, as the page says them: mails and push messages say the same. Without the page's sources (images) they stay. */
function sentences() {
  const sources = files('web/src/i18n/*/notifications.json').sort()
  const output = join(root, 'services/notification/src/generated/sentences.json')
  if (sources.length === 0 || changed(output) > Math.max(...sources.map(changed))) return
  const of = Object.fromEntries(sources.map((file) => [basename(dirname(file)), JSON.parse(readFileSync(file, 'utf8'))]))
  mkdirSync(dirname(output), { recursive: true })
  writeFileSync(output, `${JSON.stringify(of, null, 1)}\n`)
}

const folders = installed('prisma/build/index.js') ? files('services/*/prisma') : []
try {
  await facts()
  const next = folders.values()
  await Promise.all(
    [1, 2].map(async () => {
      for (const folder of next) await prismaClient(folder)
    }),
  ) // two workers share the list
  sentences() // after the client, whose folder Prisma empties
} catch (error) {
  console.error(error.stderr || error.stdout || error)
  process.exit(1)
}
