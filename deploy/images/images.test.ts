// Tests of the images' contents, layers and labels, without Docker.
import { execFileSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyContents } from './contents.ts'
import { sourceOf } from './source.ts'
import { layerOf, writeImage } from './tar.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-images-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const put = (root: string, files: string[]) => {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), file)
  }
}
const decoys = [
  'services/identity/.env',
  'kit/.env.local',
  'runtime/tls.pem',
  'tools/admin/tls.key',
  'bff/secrets.json',
  'kit/src/.lyceum/secrets.json',
  'services/.lyceum-stack/postgres/password',
]
const held = ['runtime/main.ts', 'kit/src/service.ts', 'web/dist/index.html', 'proto/gen/a.ts', 'tools/admin/lyceum.ts']

/** Whether .dockerignore keeps a path out of the build: the last pattern that fits it or a folder above it decides. */
const patterns = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
const isKeptOut = (path: string) => {
  const above = path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))
  return patterns.some((pattern) => above.some((one) => matchesGlob(one, pattern)))
}

test('secrets beside the sources are in no image, nor sent to the build', () => {
  const [from, to] = [join(folder, 'checkout'), join(folder, 'app')]
  put(from, [...held, ...decoys])
  copyContents(to, from)
  expect(
    globSync('**/*', { cwd: to, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => one.name)
      .sort(),
  ).toEqual(held.map((one) => one.split('/').at(-1)!).sort())
  for (const path of ['.env', ...decoys, 'web/.env.production', 'deploy/server.key', '.lyceum/blobs/a', '.lyceum-stack/kafka/log'])
    expect([path, isKeptOut(path)]).toEqual([path, true])
})

test('a change of tests, of documents or of compose.yaml rebuilds nothing; the sources of an image are sent', () => {
  for (const path of [
    'tests/flows/a.test.ts',
    'kit/src/a.test.ts',
    'kit/src/test/wait.ts',
    'docs/operate/install.md',
    'deploy/compose.yaml',
    'deploy/Dockerfile',
  ])
    expect([path, isKeptOut(path)]).toEqual([path, true])
  const needed = [
    'package-lock.json',
    'deploy/images/contents.ts',
    'deploy/images/sbom.ts',
    'deploy/stack/config.ts',
    'deploy/first-keys.ts',
    'deploy/helm-test.ts',
  ]
  for (const path of [
    ...needed,
    ...held.filter((one) => !/dist|gen/.test(one)),
    'web/build.mjs',
    'web/index.html',
    'tools/generate.mjs',
    'services/course/prisma/schema.prisma',
  ])
    expect([path, isKeptOut(path)]).toEqual([path, false])
})

test('a layer belongs to the account that reads it: the compile cache has files for their owner alone', async () => {
  const root = join(folder, 'compiled')
  put(root, ['app/.compile-cache/a'])
  chmodSync(join(root, 'app/.compile-cache/a'), 0o600)
  const listed = (file: string) => execFileSync('tar', ['--numeric-owner', '-tvf', file], { encoding: 'utf8' })
  const { file } = await layerOf(root, join(folder, 'compiled.layer'), 'a test', { owned: { path: '/app/.compile-cache', account: 10001 } })
  expect(listed(file)).toMatch(/-rw------- 10001\/10001 .*\.compile-cache\/a/)
  expect(listed(file)).toMatch(/ 10001\/10001 .*\.compile-cache\/$/m)
  for (const above of ['./', './app/']) expect(listed(file)).toMatch(new RegExp(` 0/0 .* ${above.replaceAll('.', '[.]')}$`, 'm'))
  expect(listed((await layerOf(root, join(folder, 'root.layer'), 'a test')).file)).toMatch(/ 0\/0 .*\.compile-cache\/a/)
})

test('the compile cache of assembled images is packed so', () => {
  expect(readFileSync('deploy/images/images.ts', 'utf8')).toMatch(/'compiled\.layer'\)[^)]*owned: \{ path: compileCache, account \}/)
})

test('the labels name a commit and its day, and nothing where there is none; a changed tree is not its commit', () => {
  const root = join(folder, 'repository')
  mkdirSync(root)
  expect(sourceOf(root)).toEqual({})
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.edu', ...args], { cwd: root, encoding: 'utf8' })
  git('init', '-q')
  expect(sourceOf(root)).toEqual({})
  put(root, ['a'])
  git('add', 'a')
  git('commit', '-q', '-m', 'a', '--date=2026-11-20T10:00:00+08:00')
  const { revision, created } = sourceOf(root)
  expect(revision).toBe(git('rev-parse', 'HEAD').trim())
  expect(new Date(created!).toISOString()).toBe(created)
  writeFileSync(join(root, 'a'), 'changed')
  expect(sourceOf(root).revision).toBe(`${revision}-dirty`)
})

test('the day is in the image itself', async () => {
  const root = join(folder, 'image')
  put(root, ['a'])
  const layers = [await layerOf(root, join(folder, 'image.layer'), 'a test')]
  const created = '2026-11-20T02:00:00.000Z'
  const file = join(folder, 'image.tar')
  writeImage({ name: 'a:1', layers, entrypoint: ['a'], created }, file)
  const [name] = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).match(/[0-9a-f]{64}\.json/) ?? []
  expect(JSON.parse(execFileSync('tar', ['-xOf', file, `./${name}`], { encoding: 'utf8' }))).toMatchObject({ created })
})
