// Tests of the Dockerfile's text: its stages, what lies below what, and its agreement with the code. Docker is not needed.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const text = await readFile(new URL('Dockerfile', import.meta.url), 'utf8')
/** Stages by name: what each stands on, and its lines. */
const stages = new Map(
  text
    .replaceAll('\\\n', ' ')
    .split(/^FROM /m)
    .slice(1)
    .map((part) => {
      const [first = '', ...lines] = part.split('\n')
      const [on = '', name = ''] = first.split(' AS ')
      return [name, { on, lines: lines.filter((line) => line && !line.startsWith('#')) }] as const
    }),
)
const linesOf = (name: string) => stages.get(name)!.lines
const below = (name: string): string[] => (stages.has(name) ? [name, ...below(stages.get(name)!.on)] : [])

test('nothing but the base image comes from a registry', () => {
  expect(text).not.toMatch(/^# *syntax *=/m)
  for (const [name, { on }] of stages) expect([name, on === '${BASE}' || stages.has(on)]).toEqual([name, true])
})

test('programs over people’s files lie below the application, so that a release makes no new layer of them', () => {
  const { on, lines } = stages.get('programs')!
  expect([on, lines.filter((line) => /^(ARG|COPY|ADD|LABEL)/.test(line))]).toEqual(['${BASE}', []])
  expect([...stages].filter(([, { lines }]) => lines.some((line) => line.includes('apt-get'))).map(([name]) => name)).toEqual(['programs'])
  expect([below('transcode'), below('one')]).toEqual([
    ['transcode', 'settings', 'programs'],
    ['one', 'settings', 'programs'],
  ])
  expect(linesOf('settings').filter((line) => /^(COPY|ADD|RUN)/.test(line))).toEqual([])
})

test('packages lie below the application, once in each image, so that a release makes no new layer of them', () => {
  for (const name of ['app', 'transcode', 'one']) {
    const copied = linesOf(name).flatMap((line) => /^COPY \S+ (?:--\S+ )*(\S+)/.exec(line)?.[1] ?? [])
    expect([name, copied.filter((path) => path !== '/app/.compile-cache')]).toEqual([name, ['/app/node_modules', '/out']])
  }
  // a command below them would run anew in each release, whose name it knows
  for (const name of ['transcode', 'one']) expect([name, linesOf(name)[0]]).toEqual([name, expect.stringMatching(/^COPY .*node_modules$/)])
})

test('the image to try it by holds a database, is reached from outside and keeps its data in a volume; the others have no command', () => {
  const one = linesOf('one').join('\n')
  expect(one).toMatch(/HOST=0\.0\.0\.0/)
  const home = /LYCEUM_HOME=(\S+)/.exec(one)![1]
  expect(one).toMatch(new RegExp(`^VOLUME ${home}$`, 'm'))
  // its packages are those of the stage that has its database, and of the demo school
  expect(one).toContain('COPY --from=database /app/node_modules node_modules')
  expect(linesOf('everything').join('\n')).toMatch(/npm ci(?!.*--omit)/)
  expect([...stages].filter(([, { lines }]) => lines.some((line) => line.startsWith('CMD'))).map(([name]) => name)).toEqual(['one'])
})

test('every image runs as an account without rights, which owns its compile cache', () => {
  for (const name of ['app', 'transcode', 'one']) {
    expect([
      name,
      linesOf(name)
        .filter((line) => line.startsWith('USER'))
        .at(-1),
    ]).toEqual([name, 'USER 10001:10001'])
    expect(linesOf(name).join('\n')).toMatch(/chown[ =]10001:10001 \S*\.compile-cache/)
  }
})

test('no label has a value that a build does not know', () => {
  expect(text).not.toMatch(/unknown|image\.(revision|created)/)
})
