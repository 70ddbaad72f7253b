// Builds the page into web/dist. `--if-stale` does nothing when no source is newer than the last build, so a start can ask every time;
// an installation without the tools to build (an image) serves what it has.
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pageSources } from './chunks.ts'
import { keepReleases } from './releases.mjs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const here = import.meta.dirname
const stamp = join(here, 'dist', '.built')
const sources = ['src', 'public', 'static', 'index.html', 'vite.config.ts', 'chunks.ts', 'classic-vendor.ts', 'package.json']

const newest = (path) => {
  const about = statSync(path)
  return about.isDirectory() ? Math.max(about.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name)))) : about.mtimeMs
}
const built = () => {
  try {
    return statSync(stamp).mtimeMs
  } catch {
    return 0
  }
}

/** Compressed since it was last written. */
const fresh = (path) => {
  try {
    return statSync(`${path}.br`).mtimeMs >= statSync(path).mtimeMs && statSync(`${path}.gz`).mtimeMs >= statSync(path).mtimeMs
  } catch {
    return false
  }
}

/** Every file that shrinks gets a .br and a .gz beside it, so that serving costs no computing. */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path)
    else if (/\.(js|mjs|css|svg|json|wasm)$/.test(name) && !name.startsWith('.') && statSync(path).size > 1024 && !fresh(path)) {
      const bytes = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    }
  }
}

/** A read that the server can make from the path alone, as the BFF takes it; undefined where it needs the hash. */
function readFor(path, { call, params = {}, query }) {
  const inPath = Object.entries(params).every(([param, part]) => param === part && path.includes(`/:${part}`))
  return inPath ? [[call, ...(query ? [query] : [])]] : []
}

/** Entrance pages of pages.ts by the address that a server sees: source, features whose texts they show, reads that come with the HTML. */
function entrances({ frameReads, pages, plainPages }) {
  const source = pageSources()
  const entry =
    (frame) =>
    ([address, page]) => {
      const path = address.split('/-/')[0]
      const reads = [...(page.reads ?? []), ...frame].flatMap((read) => readFor(path, read))
      return page.entrance ? [[path, { source: source.get(address).source, features: page.texts ?? [], reads }]] : []
    }
  return Object.fromEntries([...Object.entries(plainPages).flatMap(entry([])), ...Object.entries(pages).flatMap(entry(frameReads))])
}

/** { pages: { address: { files, texts, reads } }, texts: { locale: { feature: entries } } } of a build; index.html names the other files. */
function preloads(output, opened) {
  const chunks = output.filter(({ type }) => type === 'chunk')
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const holding = (module) => {
    const id = join(here, 'src', module)
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? chunks.find(({ moduleIds }) => moduleIds.includes(id))
    if (!chunk) throw new Error(`web/build.mjs: ${module} is in no file of the build`)
    return chunk.fileName
  }
  const withImports = (file, seen = new Set()) => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const from of named.get(file)?.imports ?? []) withImports(from, seen)
    return seen
  }
  const started = withImports(chunks.find(({ isEntry }) => isEntry).fileName)
  const pages = {}
  for (const [address, { source, features, reads }] of Object.entries(opened))
    pages[address] = {
      files: [...withImports(holding(source))].filter((file) => !started.has(file)),
      texts: features,
      reads,
    }
  const said = new Set(['ui', 'shell', ...Object.values(opened).flatMap(({ features }) => features)])
  const entries = (locale, feature) => featureTexts(join(here, 'src', 'i18n', locale), feature)
  const texts = Object.fromEntries(
    locales.map((locale) => [locale, Object.fromEntries([...said].map((feature) => [feature, entries(locale, feature)]))]),
  )
  return { pages, texts }
}

const stale = () => Math.max(...sources.map((name) => newest(join(here, name)))) > built()

if (process.argv.includes('--if-stale') && !stale()) process.exit(0)

const tools = await import('vite').catch(() => undefined)
if (!tools) {
  if (built()) process.exit(0)
  console.error('web: cannot be built here: run `npm ci` with its development packages')
  process.exit(1)
}
const { textFaults } = await import('../deploy/i18n/i18n.ts')
const { featureTexts, locales } = await import('../deploy/i18n/text-files.ts')
const wrong = textFaults()
if (wrong.length) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
const started = Date.now()
rmSync(stamp, { force: true })
// What is there stays until it is replaced: a server may be serving it, and open pages load parts of older releases.
const made = await tools.build({
  configFile: join(here, 'vite.config.ts'),
  logLevel: process.argv.includes('--verbose') ? 'info' : 'warn',
  build: { emptyOutDir: false },
})
if (/type="module"[^>]*\/vendor-/.test(readFileSync(join(here, 'dist', 'index.html'), 'utf8')))
  throw new Error('web/build.mjs: index.html loads the libraries as a module beside the classic script')
const assets = made.output.flatMap(({ fileName }) => (fileName.startsWith('assets/') ? [fileName.split('/')[1]] : []))
// What pdf.js asks for by itself: character maps, fonts and decoders. Without them Chinese documents lose glyphs. The version is in the address, because assets are cached for a year.
const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8'))
for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs'])
  cpSync(join(pdfjs, folder), join(here, 'dist', 'assets', `pdfjs-${version}`, folder), { recursive: true })
writeFileSync(join(here, 'dist', 'preloads.json'), JSON.stringify(preloads(made.output, entrances(await import('./src/pages.ts')))))
keepReleases(join(here, 'dist'), [...new Set([...assets, `pdfjs-${version}`])])
// Elements for any page: each one file under an address that stays.
for (const name of readdirSync(join(here, 'src', 'elements')))
  await tools.build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: ['chrome111', 'safari16.4', 'firefox128'],
      outDir: join(here, 'dist', 'static', 'elements'),
      emptyOutDir: false,
      lib: { entry: join(here, 'src', 'elements', name), formats: ['es'], fileName: () => name.replace('.ts', '.js') },
    },
  })
compress(join(here, 'dist'))
writeFileSync(stamp, '')
console.log(`web: built in ${((Date.now() - started) / 1000).toFixed(1)} s`)
