// Tests of the assets of earlier releases.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepReleases } from './releases.mjs'

test('the assets of five releases stay, with what is compressed beside them; those of the sixth go', () => {
  const dist = mkdtempSync(join(tmpdir(), 'lyceum-dist-'))
  const assets = join(dist, 'assets')
  mkdirSync(assets)
  const build = (release: number) => {
    const names = ['vendor.js', `page-${release}.js`]
    for (const name of names) for (const ending of ['', '.br', '.gz']) writeFileSync(join(assets, name + ending), String(release))
    keepReleases(dist, names)
  }
  for (let release = 1; release <= 6; release++) build(release)
  // Built again without a change: no release is lost for it.
  build(6)
  const files = readdirSync(assets)
  expect(files.filter((name) => name.endsWith('.js')).sort()).toEqual([2, 3, 4, 5, 6].map((n) => `page-${n}.js`).concat('vendor.js'))
  expect(files).toContain('page-2.js.br')
  expect(files).not.toContain('page-1.js.gz')
  rmSync(dist, { recursive: true })
})
