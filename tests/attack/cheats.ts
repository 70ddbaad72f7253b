// Attacks by scripts: false watching of films, and guessing of codes and passwords.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../flows/school.ts'
import { type Instance, startInstance } from './instance.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { makeFilmCourse, makeStudent, makeWorld, type World } from './world.ts'
import { until } from './until.ts'

const length = 60
/** The greatest factor by which watching may count, and `slack`: the seconds by which clocks may differ. */
const fastest = 2
const slack = 6

type Interval = [from: number, to: number]
type Beat = { status: number; percent: number; seconds: number; furthest: number; state: string; text: string }
type Viewing = { person: Person; id: string; began: number; hls: string; seq: number }

async function play(person: Person, activity: string): Promise<Viewing> {
  const opened = await until(() => person.call('POST /api/activities/:id/play', { params: { id: activity }, body: {} }))
  return { person, id: opened.play_session_id, began: performance.now(), hls: opened.urls.hls ?? '', seq: 0 }
}

async function beat(viewing: Viewing, intervals: unknown, more: object = {}): Promise<Beat> {
  const body = { seq: ++viewing.seq, intervals, ...more }
  const answer = await viewing.person.send('POST', `/api/play-sessions/${viewing.id}/heartbeat`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const {
    percent = 0,
    watched = [],
    state = '',
  } = answer.ok ? (JSON.parse(text) as { percent: number; watched: Interval[]; state: string }) : {}
  const seconds = watched.reduce((sum, [from, to]) => sum + to - from, 0)
  return { status: answer.status, percent, seconds, furthest: Math.max(0, ...watched.map(([, to]) => to)), state, text: text.slice(0, 160) }
}

/** Fetches as a player does: the playlists, then every segment of one quality. */
async function fetchFilm(at: Instance, { hls }: Viewing): Promise<void> {
  const base = at.bytes + hls.replace(/master\.m3u8$/, '')
  const master = await (await fetch(at.bytes + hls)).text()
  const quality = /^(\w+)\/index\.m3u8/m.exec(master)?.[1] ?? 'qvga'
  const list = await (await fetch(`${base}${quality}/index.m3u8`)).text()
  for (const [, segment] of list.matchAll(/^(s\d+\.ts)/gm)) await (await fetch(`${base}${quality}/${segment}`)).arrayBuffer()
}

const passed = ({ began }: Viewing) => (performance.now() - began) / 1000

type Cheat = [name: string, run: (person: Person, free: string, strict: string) => Promise<void>]

/** Watching attacks, each with a student of its own, all at once: most of it is waiting. */
function watchers(at: Instance, report: Report, other: Person): Cheat[] {
  const check = (held: boolean, what: string, repeat: string) => report.check(held, what, repeat)
  const bounded = (name: string, viewing: Viewing, { seconds }: Beat) =>
    check(
      seconds <= passed(viewing) * fastest + slack,
      `${name}: ${Math.round(seconds)} s of film count after ${Math.round(passed(viewing))} s`,
      name,
    )
  return [
    [
      'an honest viewer',
      async (person, free) => {
        const viewing = await play(person, free)
        await fetchFilm(at, viewing)
        await sleep(10_000)
        const first = await beat(viewing, [[0, 10]], { position: 10 })
        await sleep(10_000)
        const second = await beat(viewing, [[10, 20]], { position: 20 })
        check(
          first.seconds >= 9 && second.seconds >= 19,
          `an honest viewer has ${first.seconds}, ${second.seconds} s: ${second.text}`,
          'fetch the segments, then beats of 10 s each 10 s',
        )
      },
    ],
    [
      'tiny intervals, forward seeking off',
      async (person, _, strict) => {
        const viewing = await play(person, strict)
        await fetchFilm(at, viewing)
        await sleep(3000)
        const hops = Array.from({ length: 14 }, (_, n): Interval => [n * 4, n * 4 + 0.1])
        const one = await beat(viewing, hops)
        check(
          one.furthest <= passed(viewing) * fastest + slack,
          `14 intervals of 0.1 s lead to second ${one.furthest} after ${Math.round(passed(viewing))} s where seeking is off`,
          `a beat with ${JSON.stringify(hops)}`,
        )
      },
    ],
    [
      'tiny beats, forward seeking off',
      async (person, _, strict) => {
        const viewing = await play(person, strict)
        await fetchFilm(at, viewing)
        await sleep(1000)
        let last = await beat(viewing, [[0, 0.1]])
        for (let from = 4; from < length; from += 4) last = (await beat(viewing, [[from, from + 0.1]])) || last
        const { furthest } = await beat(viewing, [])
        check(
          furthest <= passed(viewing) * fastest + slack,
          `15 beats of 0.1 s lead to second ${furthest} after ${Math.round(passed(viewing))} s where seeking is off: ${last.text}`,
          'beats of [n, n+0.1], n = 0, 4, 8 …, at once',
        )
      },
    ],
    [
      'the end at once, forward seeking off',
      async (person, _, strict) => {
        const viewing = await play(person, strict)
        await sleep(3000)
        const end = await beat(viewing, [[length - 2, length]], { position: length })
        check(
          end.status === 409 || end.furthest < 10,
          `the end of a film counts where seeking is off: ${end.text}`,
          'a beat of the last seconds',
        )
        const { resume_at } = await person.call('POST /api/activities/:id/play', { params: { id: strict }, body: {} })
        check(resume_at < 15, `one resumes at ${resume_at} s where seeking is off`, 'a beat with position at the end, then play again')
      },
    ],
    [
      'one beat after a pause',
      async (person, free) => {
        const viewing = await play(person, free)
        await sleep(31_000)
        const all = await beat(viewing, [[0, length]], { rate: 2, position: length })
        check(
          all.percent < 80,
          `one beat after 31 s, nothing fetched, makes ${all.percent} %: ${all.text}`,
          `play, wait 31 s, a beat of [[0,${length}]] with rate 2`,
        )
      },
    ],
    [
      'beats without segments',
      async (person, free) => {
        const viewing = await play(person, free)
        let last = await beat(viewing, [])
        for (let n = 0; n < 6; n++) {
          await sleep(5000)
          last = await beat(viewing, [[n * 10, n * 10 + 10]], { rate: 2 })
        }
        check(
          last.percent < 80,
          `beats make ${last.percent} % of a film of which nothing was fetched: ${last.text}`,
          'play, then beats of 10 s each 5 s with rate 2, without a request to the bytes listener',
        )
      },
    ],
    [
      'many plays at once',
      async (person, free) => {
        const all = await Promise.all(Array.from({ length: 10 }, () => play(person, free)))
        await fetchFilm(at, all[0]!)
        await sleep(5000)
        const answers = await Promise.all(all.map((viewing, n) => beat(viewing, [[n * 6, n * 6 + 6]])))
        const most = answers.reduce((best, one) => (one.seconds > best.seconds ? one : best))
        bounded('ten plays at once, each a stretch of its own', all[0]!, most)
      },
    ],
    [
      'the same beat again',
      async (person, free) => {
        const viewing = await play(person, free)
        await fetchFilm(at, viewing)
        await sleep(4000)
        const parallel = await Promise.all(Array.from({ length: 10 }, () => beat({ ...viewing, seq: 4 }, [[0, 4]])))
        check(
          parallel.filter(({ state }) => state === 'counted').length <= 1,
          'a beat sent ten times at once counts more than once',
          'ten beats with seq 5 at once',
        )
        const before = await beat({ ...viewing, seq: 1 }, [[4, 8]])
        check(before.state === 'repeated', `a beat with an earlier seq is ${before.state}`, 'seq 5, then seq 2')
        const late = await beat({ ...viewing, seq: 999_999_999 }, [])
        const after = await beat({ ...viewing, seq: 6 }, [[0, 60]], { rate: 2 })
        check(
          late.status === 200 && after.state === 'repeated',
          `after seq 10^9 an earlier one is ${after.state}`,
          'seq 1000000000, then seq 7',
        )
        bounded('repeated beats', viewing, after)
      },
    ],
    [
      'numbers that are none',
      async (person, free) => {
        const viewing = await play(person, free)
        await fetchFilm(at, viewing)
        const wrong: [string, unknown, object?][] = [
          ['a negative start', [[-60, 60]]],
          ['NaN', [[Number.NaN, 10]]],
          ['infinity', [[0, Number.POSITIVE_INFINITY]]],
          ['text', [['0', '10']]],
          ['three ends', [[0, 1, 60]]],
          ['201 intervals', Array.from({ length: 201 }, (_, n) => [n, n + 0.5])],
          ['no list', { 0: [0, 60] }],
          ['a rate of 1000', [[0, 1]], { rate: 1000 }],
          ['a rate of 0', [[0, 1]], { rate: 0 }],
          ['a time of its own', [[0, 1]], { at: '2099-01-01T00:00:00Z' }],
          ['a duration of its own', [[0, 1]], { duration: 1 }],
          ['a negative seq', [[0, 1]], { seq: -5 }],
          ['a seq of 1e300', [[0, 1]], { seq: 1e300 }],
          ['a percentage', [], { percent: 100, completed: true }],
        ]
        for (const [name, intervals, more] of wrong) {
          const { status, text } = await beat(viewing, intervals, more)
          check(status === 400, `a beat with ${name} answers ${status}: ${text}`, JSON.stringify({ intervals, ...more }).slice(0, 200))
        }
        await sleep(3000)
        const reversed = await beat(viewing, [[60, 0]])
        check(reversed.seconds <= 1, `an interval from 60 to 0 counts ${reversed.seconds} s`, '[[60, 0]]')
        const overlapping = await beat(
          viewing,
          Array.from({ length: 100 }, () => [0, 3]),
        )
        check(
          overlapping.seconds <= passed(viewing) * fastest + slack,
          `a hundred times [0, 3] counts ${overlapping.seconds} s`,
          '100 × [0, 3]',
        )
        const beyond = await beat(viewing, [[0, 900_000]])
        bounded('an interval far beyond the end', viewing, beyond)
      },
    ],
    [
      "somebody else's play",
      async (person, free) => {
        const viewing = await play(person, free)
        const { status } = await beat({ ...viewing, person: other }, [[0, 1]])
        check(status === 403 || status === 404, `another person's beat answers ${status}`, "a beat to another student's play session")
      },
    ],
    [
      'opened is not watched',
      async (person, free) => {
        const mine = await until(() => person.call('POST /api/course/activities-read/:id', { params: { id: free } }))
        check(!mine.completed && mine.percent === 0, `opening a film makes ${mine.percent} %`, 'POST /api/course/activities-read/:id')
      },
    ],
  ]
}

/** The number of requests that passed the limit: all that are not 429. */
const looked = (statuses: number[]) => statuses.filter((status) => status !== 429).length

async function guesses(at: Instance, report: Report, world: World): Promise<void> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(at.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  const wrongCode = () =>
    randomUUID()
      .replace(/\W/g, '')
      .slice(0, 8)
      .toUpperCase()
      .replace(/[01OI]/g, 'X')

  // access codes: one after another, and by both calls; at once: doors-of-guesses.ts
  const slow = await makeStudent(at, world)
  const one: number[] = []
  for (let n = 0; n < 25; n++) one.push((await slow.person.send('GET', `/api/course/access-code/${wrongCode()}/validate`)).status)
  report.check(
    looked(one) <= 12,
    `${looked(one)} of 25 guesses of an access code are looked at`,
    '25 × GET /api/course/access-code/:code/validate',
  )
  const right = await slow.person.send('GET', `/api/course/access-code/${world.ids.code}/validate`)
  report.check(right.status === 429, `after too many guesses the right access code answers ${right.status}`, 'then the right code')
  const join = await slow.person.send('POST', '/api/course/join', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ access_code: world.ids.code }),
  })
  report.check(
    join.status === 429,
    `after too many guesses joining answers ${join.status}`,
    'then POST /api/course/join with the right code',
  )

  // passwords: at once, under other spellings, from forged addresses
  const victim = await makeStudent(at, world)
  const login = victim.person.login
  const tries = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => (await post('/api/session', { login, password: `wrong ${n}` })).status),
  )
  report.check(looked(tries) <= 6, `${looked(tries)} of 30 guesses of a password at once are looked at`, '30 × POST /api/session at once')
  const spellings = [login.toUpperCase(), ` ${login} `, `${login}\u200B`, login.replace('s', 'ſ'), `\t${login}`]
  for (const spelled of spellings) {
    const { status } = await post('/api/session', { login: spelled, password: victim.password })
    report.check(
      status !== 201,
      `another spelling of the login gets round the limit: ${JSON.stringify(spelled)}`,
      `30 wrong passwords, then POST /api/session as ${JSON.stringify(spelled)}`,
    )
  }
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']) {
    const { status } = await post(
      '/api/session',
      { login, password: victim.password },
      { [header]: header === 'forwarded' ? 'for=10.9.8.7' : '10.9.8.7' },
    )
    report.check(
      status === 429,
      `${header} gets round the limit of sign-ins: ${status}`,
      `30 wrong passwords, then POST /api/session with ${header}: 10.9.8.7`,
    )
  }
  const times: number[] = []
  for (const name of ['nobody-at-all@example.edu', (await makeStudent(at, world)).person.login]) {
    const began = performance.now()
    for (let n = 0; n < 4; n++) await post('/api/session', { login: name, password: 'wrong' })
    times.push((performance.now() - began) / 4)
  }
  report.check(
    Math.max(...times) < 4 * Math.min(...times) + 20,
    `an unknown login is answered in ${Math.round(times[0]!)} ms, a known one in ${Math.round(times[1]!)} ms`,
    '4 × POST /api/session each',
  )

  // codes for a new password
  const owner = await makeStudent(at, world)
  const who = { unique_id: owner.person.login, unique_id_type: 'email' }
  const sent = await post('/api/auth_code/get_auth_code', who)
  report.check(sent.status === 200, `a code could not be had: ${sent.status}`, 'POST /api/auth_code/get_auth_code')
  report.check(
    (await post('/api/auth_code/get_auth_code', who)).status === 429,
    'a second code is sent at once',
    'POST /api/auth_code/get_auth_code twice',
  )
  const nobody = await post('/api/auth_code/get_auth_code', { unique_id: 'nobody-at-all@example.edu', unique_id_type: 'email' })
  report.check(
    (await nobody.text()) === (await sent.text()),
    'the answer tells whether there is such a person',
    'POST /api/auth_code/get_auth_code for an address that nobody has',
  )
  const tokens = await Promise.all(
    Array.from(
      { length: 50 },
      async () => (await post('/api/user/verify-email', { token: randomUUID().replaceAll('-', '').padEnd(43, 'x') })).status,
    ),
  )
  report.check(
    tokens.every((status) => status >= 400 && status < 500),
    `guessed links that prove an address answer ${[...new Set(tokens)]}`,
    '50 × POST /api/user/verify-email',
  )
}

export const cheats: Part = {
  name: 'cheats',
  about: 'films that nobody has watched, and guessing of access codes, passwords, auth codes',
  seconds: 120,
  async run(report) {
    const at = await startInstance('cheats')
    try {
      const world = await makeWorld(at, 'Cheats')
      const runs = watchers(at, report, await world.school.signIn('secondStudent'))
      const people = await Promise.all(runs.map(() => makeStudent(at, world)))
      const students = people.map(({ person }) => person.id)
      const free = await makeFilmCourse(world.owner, students, { seconds: length })
      const strict = await makeFilmCourse(world.owner, students, { seconds: length, forward_seeking: false })
      await Promise.all(
        runs.map(([name, run], n) =>
          run(people[n]!.person, free.activity, strict.activity).catch((error: Error) =>
            report.check(false, `${name} could not be tried: ${error.message}`, name),
          ),
        ),
      )
      await guesses(at, report, world)
    } finally {
      await at.stop()
    }
  },
}
