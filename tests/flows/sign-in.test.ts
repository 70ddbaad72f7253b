// Signing in and out through the BFF, and the refusals of calls without a right.
import { expect, test } from 'vitest'
import { newSchool, product } from './product.ts'
import { visitor } from './school.ts'

test('everybody of a school signs in, is who they are, and signs out', async () => {
  const school = await newSchool()
  for (const who of ['admin', 'teacher', 'student'] as const) {
    const person = await school.signIn(who)
    expect(person.id).toBe(school.people[who].id)
    const session = await person.call('GET /api/session')
    expect(session.memberships.map(({ org }) => org.id)).toEqual([school.id])
    await person.signOut()
    expect((await person.send('GET', '/api/session')).status).toBe(401)
  }
})

test('401 for a visitor, 403 for a person of another organisation', async () => {
  const [mine, theirs] = await Promise.all([newSchool(), newSchool()])
  expect((await visitor(product(), { 'request-scope': mine.id }).send('GET', '/api/my-courses')).status).toBe(401)
  const stranger = await theirs.signIn('student')
  const answer = await stranger.send('GET', '/api/my-courses', { headers: { 'request-scope': mine.id } })
  expect(answer.status).toBe(403)
})
