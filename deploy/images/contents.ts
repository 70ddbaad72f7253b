// The project's files in an image beside node_modules: running code only, no tests or build tools. `contents.ts FOLDER` copies them there, for the
// Dockerfile and for images assembled without Docker.
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The workspaces of the running system; npm installs only their dependencies. */
export const workspaces = ['kit', 'proto', 'bff', 'services/*']

const whole = [
  'package.json',
  'LICENSE',
  'THIRD_PARTY_NOTICES.md',
  'kit',
  'proto',
  'bff',
  'services',
  'runtime',
  'web/dist',
  'deploy/first-keys.ts',
  'deploy/helm-test.ts',
  'tools/admin',
  'tools/demo',
]
const never = new Set(['node_modules', 'test', '.built'])
/** Secrets of whoever builds: .dockerignore names the same. */
const secret = /^\.env|\.pem$|\.key$|^secrets\.json$|^\.lyceum/

export function copyContents(to: string, from = root): void {
  if (!existsSync(join(from, 'web/dist/index.html'))) throw new Error('the page is not built: npm run build')
  if (!existsSync(join(from, 'proto/gen'))) throw new Error('nothing is generated: npm run generate')
  for (const path of whole) {
    if (!existsSync(join(from, path))) continue
    mkdirSync(join(to, path, '..'), { recursive: true })
    cpSync(join(from, path), join(to, path), {
      recursive: true,
      filter: (file) =>
        !never.has(basename(file)) && !/\.test\.ts$|\.prisma$|\.proto$|^buf\./.test(basename(file)) && !secret.test(basename(file)),
    })
  }
}

if (import.meta.main) {
  const to = process.argv[2]
  if (!to) throw new Error('usage: contents.ts FOLDER')
  copyContents(to)
}
