// Attacks on what is short enough to guess, forty at once: no more of the guesses are answered than one after another would be.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from './instance.ts'
import type { Report } from './report.ts'
import { makeStudent, type World } from './world.ts'

const atOnce = 40
const json = { 'content-type': 'application/json' }

/** `most`: guesses that are answered as wrong; `isJudged`: this answer says whether the guess was right. */
type Target = { what: string; most: number; guess(nth: number): Promise<Response>; isJudged(answer: string): boolean }

const wrongCode = () =>
  randomUUID()
    .replace(/\W/g, '')
    .slice(0, 8)
    .toUpperCase()
    .replace(/[01OI]/g, 'X')

export async function guess(at: Instance, report: Report, world: World): Promise<void> {
  const post = (path: string, body: object) => fetch(at.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const [joins, validates, associates, victim, owner] = await Promise.all(Array.from({ length: 5 }, () => makeStudent(at, world)))
  const { owner: teacher, ids } = world
  await teacher.call('PUT /api/activities/:id/exam-access', { params: { id: ids.exam }, body: { code: 'Neap 42', ip_ranges: [] } })
  const student = await world.school.signIn('student')
  const who = { unique_id: owner!.person.login, unique_id_type: 'email' }
  const sent = await post('/api/auth_code/get_auth_code', who)
  report.check(sent.status === 200, `a code could not be had: ${sent.status}`, 'POST /api/auth_code/get_auth_code')
  // until its job has made the code a guess is expired, not wrong
  await sleep(1500)

  const targets: Target[] = [
    {
      what: "an exam's access code",
      most: 10,
      guess: (nth) =>
        student.send('POST', `/api/activities/${ids.exam}/attempts`, {
          headers: json,
          body: JSON.stringify({ device: randomUUID(), code: `Neap ${nth + 100}` }),
        }),
      isJudged: (answer) => answer.includes('attempt.codeWrong'),
    },
    {
      what: 'the password of a person',
      most: 5,
      guess: (nth) => post('/api/session', { login: victim!.person.login, password: `wrong ${nth}` }),
      isJudged: (answer) => answer.includes('session.wrong'),
    },
    {
      what: "a course's access code, by joining",
      most: 10,
      guess: () => joins!.person.send('POST', '/api/course/join', { headers: json, body: JSON.stringify({ access_code: wrongCode() }) }),
      isJudged: (answer) => answer.includes('accessCode.unknown'),
    },
    {
      what: "a course's access code, by looking",
      most: 10,
      guess: () => validates!.person.send('GET', `/api/course/access-code/${wrongCode()}/validate`),
      isJudged: (answer) => answer.includes('accessCode.unknown'),
    },
    {
      what: "an organisation's association code",
      most: 10,
      guess: () =>
        associates!.person.send('PUT', '/api/user/association-code', {
          headers: json,
          body: JSON.stringify({ association_code: wrongCode() }),
        }),
      isJudged: (answer) => answer.includes('associationCode.unknown'),
    },
    {
      what: 'an auth code, by both calls',
      most: 5,
      guess: (nth) =>
        nth % 2
          ? post('/api/user/password-reset', { ...who, auth_code: 'ABCDE2', new_password: 'salt marsh at dawn' })
          : post('/api/auth_code/validate_auth_code', { ...who, user_input_auth_code: 'ABCDE2' }),
      isJudged: (answer) => answer.includes('authCode.wrong'),
    },
  ]
  for (const { what, most, guess, isJudged } of targets) {
    const answers = await Promise.all(Array.from({ length: atOnce }, async (_, nth) => (await guess(nth)).text()))
    const judged = answers.filter(isJudged).length
    report.check(
      judged > 0 && judged <= most,
      `${judged} of ${atOnce} guesses of ${what} at once are answered, ${most} may be: ${answers.find((one) => !isJudged(one))?.slice(0, 120)}`,
      `${atOnce} wrong guesses of ${what} at once`,
    )
  }
  await teacher.call('PUT /api/activities/:id/exam-access', { params: { id: ids.exam }, body: { code: null, ip_ranges: [] } })

  // people that nobody knows, so that no person's own limit holds: the address's does
  const [mostOfAddress, tries] = [300, 360]
  const wrong = async () => (await post('/api/session', { login: `${randomUUID()}@example.edu`, password: 'wrong' })).text()
  const answers: string[] = []
  // more at once than can wait would be refused for another reason
  while (answers.length < tries) answers.push(...(await Promise.all(Array.from({ length: atOnce }, wrong))))
  const judged = answers.filter((one) => one.includes('session.wrong')).length
  report.check(
    judged > 0 && judged <= mostOfAddress,
    `${judged} of ${tries} passwords from one address are answered, ${mostOfAddress} may be`,
    `${tries} × POST /api/session of as many people, ${atOnce} at once`,
  )
}
