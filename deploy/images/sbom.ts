// The list of what an image holds, as CycloneDX: `sbom.ts FILE`. npm leaves out of it whatever the root also names for development, needed
// by a service or not; so it reads the lock file without those names.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stack } from '../stack/config.ts'

export function writeSbom(file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-sbom-'))
  try {
    for (const path of globSync('{kit,proto,bff,web,services/*}/package.json', { cwd: stack.root })) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      cpSync(join(stack.root, path), join(folder, path))
    }
    const root = JSON.parse(readFileSync(join(stack.root, 'package.json'), 'utf8'))
    const lock = JSON.parse(readFileSync(join(stack.root, 'package-lock.json'), 'utf8'))
    for (const one of [root, lock.packages['']]) delete one.devDependencies
    writeFileSync(join(folder, 'package.json'), JSON.stringify(root))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev', '--omit=optional']
    const text = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
    const names = new Set((JSON.parse(text) as { components: { name: string }[] }).components.map(({ name }) => name))
    const wrong = ['fastify', 'pg', 'react', 'undici']
      .filter((name) => !names.has(name))
      .concat(['vitest', 'prisma'].filter((name) => names.has(name)))
    if (wrong.length > 0) throw new Error(`the list of packages is wrong about ${wrong.join(', ')}`)
    writeFileSync(file, text)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const file = process.argv[2]
  if (!file) throw new Error('usage: sbom.ts FILE')
  writeSbom(file)
}
