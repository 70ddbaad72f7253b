// The chat of a course at the workplace messenger: teachers make it, members read its link, nobody else learns of it.
import { dingtalkStandIn, startStandIn } from '@lyceum/identity/test/messengers'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { newSchool, product } from './product.ts'

test('members are brought in by their teacher; a member who is unknown there is named to teachers alone', async () => {
  const stand = await startStandIn(dingtalkStandIn, inject('messenger'))
  const school = await newSchool()
  const [admin, teacher, student, other] = await Promise.all(
    (['admin', 'teacher', 'student', 'otherTeacher'] as const).map((who) => school.signIn(who)),
  )
  try {
    const client = new pg.Client(product().databases.identity)
    await client.connect()
    const numbers = { teacher: '13712345601', student: '13712345602' }
    for (const [who, number] of Object.entries(numbers)) {
      const { id } = school.people[who as keyof typeof numbers]
      await client.query('update persons set mobile_phone = $2, mobile_verified_at = now() where id = $1', [id, `+86${number}`])
      stand.people.set(number, who)
    }
    await client.end()
    await admin!.call('PUT /api/org/workplace', {
      body: { kind: 'dingtalk', keys: { app_key: 'ding-key', app_secret: 'ding-secret', agent_id: '77' }, on: true, version: 0 },
    })
    const { id: course } = await teacher!.call('POST /api/course', { body: { name: 'Tides' } })
    const params = { id: course }
    const { student: first, secondStudent: second } = school.people
    await teacher!.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [first.id, second.id], role: 'student' } })
    await teacher!.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
    const query = { course_id: course }
    const put = (people: string[], by = teacher!) => by.call('PUT /api/workplace/chat', { query, body: { users_2_add: people } })

    expect(await teacher!.call('GET /api/workplace/chat', { query })).toEqual({
      messenger: 'dingtalk',
      chat_id: null,
      url: null,
      missing: [],
    })
    const made = await put([first.id, second.id])
    const chat = { messenger: 'dingtalk', chat_id: 'chat1', url: 'https://join.dingtalk.test/chat1' }
    expect(made).toEqual({ ...chat, missing: [{ id: second.id, name: second.name }] })
    expect(stand.chats).toEqual([{ id: 'chat1', name: 'Tides', owner: 'teacher', users: ['teacher', 'student'] }])
    expect(await student!.call('GET /api/workplace/chat', { query })).toEqual({ ...chat, missing: [] })
    expect(await student!.call('GET /api/workplace/user-id')).toEqual({ user_id: 'student' })
    await expect(other!.call('GET /api/workplace/chat', { query })).rejects.toMatchObject({ status: 403 })
    await expect(put([first.id], student!)).rejects.toMatchObject({ status: 403 })
    await expect(put([school.people.thirdStudent.id])).rejects.toMatchObject({
      status: 400,
      problem: { details: { users_2_add: [{ code: 'field.choice' }] } },
    })
    for (const body of [{ users_2_add: [] }, { users_2_add: ['x'] }, { users_2_add: [first.id], more: 1 }, {}])
      expect(
        (
          await teacher!.send('PUT', `/api/workplace/chat?course_id=${course}`, {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(400)
    for (const path of ['', '?course_id=x']) expect((await teacher!.send('GET', `/api/workplace/chat${path}`)).status).toBe(400)

    // who has left is not missed
    const { items } = await teacher!.call('GET /api/courses/:id/members', { params, query: { page_size: 100 } })
    const left = items.find(({ person }) => person.id === second.id)!
    await teacher!.call('DELETE /api/course/enrollments', { body: { enrollment_ids: [left.id] } })
    await until(async () => (await teacher!.call('GET /api/workplace/chat', { query })).missing.length === 0, 30_000)
    expect(stand.faults).toEqual([])
  } finally {
    stand.stop()
  }
})
