// vitest's globalSetup of the gallery: built in development mode, so that React's warnings are reported too, and served.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The gallery's address. */
    gallery: string
  }
}

const web = fileURLToPath(new URL('../../web/', import.meta.url))

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = mkdtempSync(join(tmpdir(), 'lyceum-gallery-'))
  const shared = { configFile: join(web, 'vite.config.ts'), logLevel: 'warn' as const }
  await build({
    ...shared,
    mode: 'development',
    build: { outDir, emptyOutDir: true, minify: false, rolldownOptions: { input: join(web, 'dev.html') } },
  })
  const served = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  project.provide('gallery', served.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '')
  return async () => {
    await served.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}
