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

export function copyContents(to: string): void {
  if (!existsSync(join(root, 'web/dist/index.html'))) throw new Error('the page is not built: npm run build')
  if (!existsSync(join(root, 'proto/gen'))) throw new Error('nothing is generated: npm run generate')
  for (const path of whole) {
    if (!existsSync(join(root, path))) continue
    mkdirSync(join(to, path, '..'), { recursive: true })
    cpSync(join(root, path), join(to, path), {
      recursive: true,
      filter: (from) => !never.has(basename(from)) && !/\.test\.ts$|\.prisma$|\.proto$|^buf\./.test(basename(from)),
    })
  }
}

if (import.meta.main) {
  const to = process.argv[2]
  if (!to) throw new Error('usage: contents.ts FOLDER')
  copyContents(to)
}
