// Writes the list of an image's packages, as CycloneDX: `sbom.ts FILE`. npm's own --omit also leaves out packages that the root names for development
// and a service needs, so all are listed and the production ones kept.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { stack } from '../stack/config.ts'

type Sbom = {
  components: { 'bom-ref': string; name: string; scope?: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

export function writeSbom(file: string): void {
  const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: stack.root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const sbom = JSON.parse(text) as Sbom
  const held = sbom.components.filter(({ scope }) => scope !== 'optional')
  const refs = new Set(held.map((one) => one['bom-ref']))
  const names = new Set(held.map(({ name }) => name))
  const wrong = ['fastify', 'pg', 'react', 'undici'].filter((name) => !names.has(name))
  wrong.push(...['vitest', 'prisma'].filter((name) => names.has(name)))
  if (wrong.length > 0) throw new Error(`the list of packages is wrong about ${wrong.join(', ')}`)
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  writeFileSync(file, JSON.stringify({ ...sbom, components: held, dependencies }))
}

if (import.meta.main) {
  const file = process.argv[2]
  if (!file) throw new Error('usage: sbom.ts FILE')
  writeSbom(file)
}
