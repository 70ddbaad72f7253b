// The baseline of every page: React alone with one heading, built by the same tools and served with the same compression.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { build } from 'vite'

const html =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title></head><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>'
const main = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Bare'))`

export async function startBarePage(): Promise<{ url: string; weight(path: string): number; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-bare-'))
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(join(folder, 'main.js'), main)
  const web = new URL('../../../web/', import.meta.url).pathname
  const modules = new URL('../../../node_modules/', import.meta.url).pathname
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    cacheDir: join(web, 'node_modules', '.vite'),
    resolve: { alias: [{ find: /^(react|react-dom)(\/.*)?$/, replacement: `${modules}$1$2` }] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: 'dist', reportCompressedSize: false },
  })
  const files = new Map<string, Buffer>()
  for (const name of await readdir(join(folder, 'dist', 'assets')))
    files.set(`/assets/${name}`, await readFile(join(folder, 'dist', 'assets', name)))
  const index = await readFile(join(folder, 'dist', 'index.html'))
  await rm(folder, { recursive: true })
  const packed = new Map(
    [...files].map(([path, bytes]) => [path, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })]),
  )
  const app = Fastify()
  app.get('/*', (request, reply) => {
    const bytes = packed.get(request.url)
    if (!bytes) return reply.type('text/html').header('cache-control', 'no-store').send(index)
    return reply
      .type('text/javascript')
      .header('content-encoding', 'br')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })
  return {
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    weight: (path) => gzipSync(files.get(path) ?? '', { level: 9 }).length / 1000,
    stop: () => app.close(),
  }
}
