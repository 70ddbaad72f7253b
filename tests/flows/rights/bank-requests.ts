// The requests of the calls of banks in the rights matrix: each on a bank of the place's course.
import type { Place } from './places.ts'
import type { Request } from './request.ts'

const aBank = async ({ teacher, course }: Place) =>
  await teacher.call('POST /api/banks', { body: { title: 'Ocean questions', course_id: course } })
const trueFalse = {
  type: 'true_false',
  title: 'Tides',
  stem: '<p>Spring tides come at new moon.</p>',
  content: {},
  key: { right: true },
  feedback: '',
  points: '1',
  tags: [] as string[],
} as const
async function aQuestion(place: Place): Promise<{ id: string; bank: string }> {
  const { id: bank } = await aBank(place)
  const { results } = await place.teacher.call('POST /api/banks/:id/questions', { params: { id: bank }, body: { questions: [trueFalse] } })
  return { id: results[0]?.id ?? '', bank }
}
async function aFolder(place: Place) {
  const { id } = await aBank(place)
  return await place.teacher.call('POST /api/banks/:id/folders', { params: { id }, body: { title: 'Tides' } })
}

const inBank =
  (body?: unknown): Request =>
  async ({ place }) => ({ params: { id: (await aBank(place)).id }, ...(body !== undefined && { body }) })
const ofQuestion: Request = async ({ place }) => ({ params: { id: (await aQuestion(place)).id } })

export const bankRequests: Record<string, Request> = {
  'POST /api/banks': () => ({ body: { title: 'My questions' } }),
  'GET /api/banks/:id': inBank(),
  'PUT /api/banks/:id': async ({ place }) => {
    const { id, version } = await aBank(place)
    return { params: { id }, body: { title: 'Coast', version } }
  },
  'DELETE /api/banks/:id': inBank(),
  'PUT /api/banks/:id/restore': async ({ place }) => {
    const { id } = await aBank(place)
    await place.teacher.call('DELETE /api/banks/:id', { params: { id } })
    return { params: { id } }
  },
  'GET /api/banks/:id/shares': inBank(),
  'PUT /api/banks/:id/shares': inBank({ shares: [], org_role: null }),
  'POST /api/banks/:id/folders': inBank({ title: 'Currents' }),
  'PUT /api/bank-folders/:id': async ({ place }) => {
    const { id, version } = await aFolder(place)
    return { params: { id }, body: { title: 'Ebb', version } }
  },
  'DELETE /api/bank-folders/:id': async ({ place }) => ({ params: { id: (await aFolder(place)).id } }),
  'GET /api/banks/:id/questions': inBank(),
  'POST /api/courses/:id/questions': ({ place }) => ({ params: { id: place.course }, body: { questions: [trueFalse] } }),
  'POST /api/banks/:id/questions': inBank({ questions: [trueFalse] }),
  'POST /api/banks/:id/questions/check': inBank({ questions: [trueFalse] }),
  'GET /api/questions/:id': ofQuestion,
  'PUT /api/questions/:id': async ({ place }) => {
    const { id } = await aQuestion(place)
    const { version } = await place.teacher.call('GET /api/questions/:id', { params: { id } })
    return { params: { id }, body: { title: 'Moon', version } }
  },
  'GET /api/questions/:id/editors': ofQuestion,
  'PUT /api/questions/:id/editors': async ({ place }) => ({
    params: { id: (await aQuestion(place)).id },
    body: { editor: '0193e6a5-3f7a-7cc2-9d2b-7a4e5d1c9b20', open: true },
  }),
  'GET /api/questions/:id/files': ofQuestion,
  'GET /api/questions/:id/versions': ofQuestion,
  'GET /api/questions/:id/use': ofQuestion,
  'POST /api/questions/bulk': async ({ place }) => ({ body: { ids: [(await aQuestion(place)).id], action: 'tag', add: ['moon'] } }),
}
