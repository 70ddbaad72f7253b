// The build of the page into web/dist. `--if-stale` does nothing when no source is newer than the last build, so that every start can call it;
// an installation without the build tools (an image) serves its existing build.
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { keepReleases } from './releases.mjs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const webFolder = import.meta.dirname
const stamp = join(webFolder, 'dist', '.built')
const sources = [
  'src',
  'public',
  'static',
  'worker',
  'package-frame',
  'index.html',
  'vite.config.ts',
  'chunks.ts',
  'classic-vendor.ts',
  'icon-keys.ts',
  'no-facades.ts',
  'preload-lists.ts',
  'sources.ts',
  'start-script.ts',
  'start-script.js',
  'package.json',
]

const newest = (path) => {
  const stats = statSync(path)
  return stats.isDirectory() ? Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name)))) : stats.mtimeMs
}
const lastBuild = () => {
  try {
    return statSync(stamp).mtimeMs
  } catch {
    return 0
  }
}

/** Whether the compressed files are newer than the file itself. */
const isCompressed = (path) => {
  try {
    return statSync(`${path}.br`).mtimeMs >= statSync(path).mtimeMs && statSync(`${path}.gz`).mtimeMs >= statSync(path).mtimeMs
  } catch {
    return false
  }
}

/** Writes a .br and a .gz beside every compressible file, so that serving needs no compression. The best quality takes a second for 100 kB: it
 *  is for the files of first loads. */
function compress(folder, ofFirstLoads) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path, ofFirstLoads)
    else if (/\.(js|mjs|css|svg|json|wasm)$/.test(name) && !name.startsWith('.') && statSync(path).size > 1024 && !isCompressed(path)) {
      const bytes = readFileSync(path)
      const quality = ofFirstLoads.has(`assets/${name}`) ? 11 : 9
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    }
  }
}

/** A read in the BFF's form, if the server can make it from the path alone; empty where it needs the hash. */
function readFor(path, { call, params = {}, query }) {
  const inPath = Object.entries(params).every(([param, part]) => param === part && path.includes(`/:${part}`))
  return inPath ? [[call, ...(query ? [query] : [])]] : []
}

/** Entrance pages of pages.ts by the address without hash: source, features with their texts, reads embedded in the HTML. */
function entrances({ frameReads, pages, plainPages }, source) {
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
function preloads(output, entrancePages) {
  const chunks = output.filter(({ type }) => type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const fileWith = (module) => {
    const id = join(webFolder, 'src', module)
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? chunks.find(({ moduleIds }) => moduleIds.includes(id))
    if (!chunk) throw new Error(`web/build.mjs: ${module} is in no file of the build`)
    return chunk.fileName
  }
  const withImports = (file, visited = new Set()) => {
    if (visited.has(file)) return visited
    visited.add(file)
    for (const imported of byFile.get(file)?.imports ?? []) withImports(imported, visited)
    return visited
  }
  const entryFiles = withImports(chunks.find(({ isEntry }) => isEntry).fileName)
  const pages = {}
  for (const [address, { source, features, reads }] of Object.entries(entrancePages))
    pages[address] = {
      files: [...withImports(fileWith(source))].filter((file) => !entryFiles.has(file)),
      texts: features,
      reads,
    }
  const features = new Set(['ui', 'shell', ...Object.values(entrancePages).flatMap(({ features }) => features)])
  const entries = (locale, feature) => featureTexts(join(webFolder, 'src', 'i18n', locale), feature)
  const texts = Object.fromEntries(
    locales.map((locale) => [locale, Object.fromEntries([...features].map((feature) => [feature, entries(locale, feature)]))]),
  )
  return { pages, texts }
}

const stale = () => Math.max(...sources.map((name) => newest(join(webFolder, name)))) > lastBuild()

if (process.argv.includes('--if-stale') && !stale()) process.exit(0)

const tools = await import('vite').catch(() => undefined)
if (!tools) {
  if (lastBuild()) process.exit(0)
  console.error('web: cannot be built here: run `npm ci` with its development packages')
  process.exit(1)
}
const { pageSources } = await import('./sources.ts')
const { textFaults } = await import('../tools/i18n/i18n.ts')
const { featureTexts, locales } = await import('../tools/i18n/text-files.ts')
const faults = textFaults()
if (faults.length) {
  console.error(faults.join('\n'))
  process.exit(1)
}
const started = Date.now()
rmSync(stamp, { force: true })
// Existing files stay until they are replaced: a server may be serving them, and open pages load parts of older releases.
const result = await tools.build({
  configFile: join(webFolder, 'vite.config.ts'),
  logLevel: process.argv.includes('--verbose') ? 'info' : 'warn',
  build: { emptyOutDir: false },
})
if (/type="module"[^>]*\/vendor-/.test(readFileSync(join(webFolder, 'dist', 'index.html'), 'utf8')))
  throw new Error('web/build.mjs: index.html loads the libraries as a module beside the classic script')
const assets = result.output.flatMap(({ fileName }) => (fileName.startsWith('assets/') ? [fileName.split('/')[1]] : []))
// Files that pdf.js loads by itself: character maps, fonts and decoders. Without them Chinese documents lose glyphs. Their address has the
// version, because assets are cached for a year.
const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8'))
for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs'])
  cpSync(join(pdfjs, folder), join(webFolder, 'dist', 'assets', `pdfjs-${version}`, folder), { recursive: true })
const entrancePages = entrances({ ...(await import('./src/reads.ts')), ...(await import('./src/pages.ts')) }, pageSources())
const preloaded = preloads(result.output, entrancePages)
writeFileSync(join(webFolder, 'dist', 'preloads.json'), JSON.stringify(preloaded))
keepReleases(join(webFolder, 'dist'), [...new Set([...assets, `pdfjs-${version}`])])
// For the BFF: one file without imports.
await tools.build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: join(webFolder, 'src', 'first-look', 'first-looks.ts'),
    outDir: join(webFolder, 'dist'),
    emptyOutDir: false,
    rolldownOptions: { output: { entryFileNames: 'first-looks.mjs' } },
  },
})
// The worker of running exams: one file beside the page's own, as its scope is below it.
await tools.build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    target: ['chrome111', 'safari16.4', 'firefox128'],
    outDir: join(webFolder, 'dist'),
    emptyOutDir: false,
    lib: { entry: join(webFolder, 'worker', 'exam-worker.ts'), formats: ['es'], fileName: () => 'exam-worker.js' },
  },
})
// The frame of packages, which their own origin serves: one file, and the library of each edition in its own.
await tools.build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  root: join(webFolder, 'package-frame'),
  base: './',
  build: {
    target: ['chrome111', 'safari16.4', 'firefox128'],
    outDir: join(webFolder, 'dist', 'package-frame'),
    emptyOutDir: true,
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: join(webFolder, 'package-frame', 'frame.html'),
      output: { entryFileNames: 'frame.js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
})
// Custom elements for any page: each is one file under a stable address.
for (const name of readdirSync(join(webFolder, 'src', 'elements')))
  await tools.build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: ['chrome111', 'safari16.4', 'firefox128'],
      outDir: join(webFolder, 'dist', 'static', 'elements'),
      emptyOutDir: false,
      lib: { entry: join(webFolder, 'src', 'elements', name), formats: ['es'], fileName: () => name.replace('.ts', '.js') },
    },
  })
const named = readFileSync(join(webFolder, 'dist', 'index.html'), 'utf8').matchAll(/"\/(assets\/[^"]+)"/g)
compress(
  join(webFolder, 'dist'),
  new Set([...[...named].map(([, file]) => file), ...Object.values(preloaded.pages).flatMap(({ files }) => files)]),
)
writeFileSync(stamp, '')
console.log(`web: built in ${((Date.now() - started) / 1000).toFixed(1)} s`)
