// The requests of upload's calls in the rights matrix.
import { newId } from '@lyceum/kit/ids'
import type { Person, School } from '../school.ts'
import { makeFile } from './places.ts'
import type { Request, Try } from './request.ts'

/** My own file where the row says own, else the file of a person there. */
const file = async ({ where, place, who }: Try) => (where === 'own' && who ? await makeFile(who) : place.upload)
const aFile: Request = async (tried) => ({ params: { id: await file(tried) } })
/** A new file to be deleted: mine where the row says own, else of a person there. */
const newFile = ({ where, place, who }: Try) =>
  where === 'own' && who ? makeFile(who) : makeFile(place.teacher, where === 'learning' ? place.course : undefined)
/** A group of the place's teacher with a member and a file in it; where the row says own or learning the person owns it too. */
const inGroup =
  (body?: (tried: Try) => unknown, second?: 'person_id' | 'upload_id'): Request =>
  async (tried) => {
    const { place, where, who, home } = tried
    const { id } = await place.teacher.call('POST /api/resource-groups', { body: { name: 'Tides' } })
    const params = { id }
    if ((where === 'own' || where === 'learning') && who && who.id !== place.teacher.id) {
      await place.teacher.call('POST /api/resource-groups/:id/members', { params, body: { person_ids: [who.id] } })
      await place.teacher.call('PUT /api/resource-groups/:id/members/:person_id', {
        params: { id, person_id: who.id },
        body: { role: 'owner' },
      })
    }
    const person = where === 'foreign' ? place.newcomer : home.people.secondStudent.id
    if (second === 'person_id')
      await place.teacher.call('POST /api/resource-groups/:id/members', { params, body: { person_ids: [person] } })
    if (second === 'upload_id')
      await place.teacher.call('POST /api/resource-groups/:id/files', { params, body: { upload_ids: [place.upload] } })
    return {
      params: { ...params, ...(second && { [second]: second === 'person_id' ? person : place.upload }) },
      ...(body && { body: body(tried) }),
    }
  }
/** Of a school's administrator, who makes groups of teaching and research; one sign-in for all tries. */
const administrators = new WeakMap<School, Promise<Person>>()
const administratorOf = (home: School): Promise<Person> => {
  const known = administrators.get(home) ?? home.signIn('admin')
  administrators.set(home, known)
  return known
}
/** A group of teaching and research of the place's teacher, with an invitation; where the row says own the person owns it too. Elsewhere a sharing group. */
const inRoom =
  (body?: object): Request =>
  async (tried) => {
    const { place, where, who, home } = tried
    if (where === 'foreign') return { ...(await inGroup()(tried)), ...(body && { body }) }
    const { id } = await makeRoom(home, [place.teacher, ...(where === 'own' && who ? [who] : [])])
    return { params: { id }, ...(body && { body }) }
  }
/** Owned by these, or else by the administrator. */
async function makeRoom(home: School, people: Person[] = []): Promise<{ id: string; code: string }> {
  const admin = await administratorOf(home)
  const { id } = await admin.call('POST /api/resource-groups', { body: { name: 'Marine teaching', kind: 'vtrs' } })
  const params = { id }
  const owners = [...new Set(people.map((one) => one.id))].filter((one) => one !== admin.id)
  if (owners.length > 0) await admin.call('POST /api/resource-groups/:id/members', { params, body: { person_ids: owners } })
  for (const person_id of owners)
    await admin.call('PUT /api/resource-groups/:id/members/:person_id', { params: { id, person_id }, body: { role: 'owner' } })
  const { code } = await admin.call('POST /api/resource-groups/:id/invitation', { params, body: { days: 1 } })
  if (people.length > 0 && people.every((one) => one.id !== admin.id))
    await admin.call('DELETE /api/resource-groups/:id/members/:person_id', { params: { id, person_id: admin.id } })
  return { id, code }
}
const byInvitation: Request = async ({ home }) => ({ params: { code: (await makeRoom(home)).code } })
/** A share of the place's teacher in a group of theirs, with a member. */
const ofShare =
  (withMember = false): Request =>
  async ({ place, where, home }) => {
    const { id } = await place.teacher.call('POST /api/resource-groups', { body: { name: 'Shared' } })
    const person_id = where === 'foreign' ? place.newcomer : home.people.secondStudent.id
    const upload = await makeFile(place.teacher)
    await place.teacher.call('POST /api/resource-groups/:id/members', { params: { id }, body: { person_ids: [person_id] } })
    await place.teacher.call('POST /api/resource-groups/:id/files', { params: { id }, body: { upload_ids: [upload] } })
    const { items } = await place.teacher.call('GET /api/resource-groups/:id/files', { params: { id }, query: {} })
    return { params: { id: items[0]?.id ?? '', ...(withMember && { person_id }) } }
  }
const noGrant = { grant: 'nothing', quality: 'hd', file: 'index.m3u8', token: 'nothing', id: newId(), length: '4', size: '4' }

export const uploadRequests: Record<string, Request> = {
  'GET /api/management/storage/quotas': () => ({ query: { kind: 'person' } }),
  'PUT /api/management/storage/quotas': ({ home }) => ({
    body: { person_id: home.people.thirdStudent.id, bytes: null, version: 0 },
  }),
  'POST /api/management/storage/bin/restore': () => ({ body: { upload_ids: [newId()] } }),
  'POST /api/management/storage/bin/empty': () => ({ body: { upload_ids: [newId()] } }),
  'PUT /api/shared-resources': () => ({ body: { shares: [{ id: newId(), version: 0 }], audit_status: 'agree' } }),
  'GET /api/shared-resources/:id/overrides': ofShare(),
  'PUT /api/shared-resources/:id/overrides/:person_id': ofShare(true),
  'DELETE /api/shared-resources/:id/overrides/:person_id': ofShare(true),
  'POST /api/uploads': () => ({ body: { name: 'notes.txt', size: 4, storage_type: 'local' } }),
  'POST /api/video-links': () => ({ body: { original_url: 'https://vimeo.com/76979871' } }),
  'POST /api/uploads/move': async (tried) => ({ body: { upload_ids: [await file(tried)], parent_id: null } }),
  'POST /api/uploads/delete': async (tried) => ({ body: { upload_ids: [await newFile(tried)] } }),
  'POST /api/uploads/restore': async (tried) => {
    const { where, place, who } = tried
    const whose = where === 'own' && who ? who : place.teacher
    const id = await newFile(tried)
    await whose.call('DELETE /api/uploads/:id', { params: { id }, query: {} })
    return { body: { upload_ids: [id] } }
  },
  'GET /api/uploads/:id': aFile,
  'PUT /api/uploads/:id': async (tried) => ({ params: { id: await file(tried) }, body: { name: 'chart 2.pdf' } }),
  'DELETE /api/uploads/:id': aFile,
  'GET /api/uptoken': async (tried) => ({ query: { id: await file(tried) } }),
  'PUT /api/uploads/:id/uploaded': aFile,
  'POST /api/uploads/:id/retry': aFile,
  'POST /api/uploads/:id/videos': async (tried) => ({
    params: { id: await file(tried) },
    body: { resolution: 'HD', duration: 1, width: 2, height: 2 },
  }),
  'GET /api/uploads/:id/blob': aFile,
  'GET /api/uploads/:id/references': aFile,
  'GET /api/resources/:id/activities': aFile,
  'GET /api/uploads/:id/view': aFile,
  'GET /api/uploads/:id/text': aFile,
  'GET /api/uploads/audio/:id': aFile,
  'GET /api/uploads/scorm/:id': aFile,
  'POST /api/uploads/:id/package-doors': async (tried) => ({ params: { id: await file(tried) }, body: {} }),
  'PUT /api/uploads/:id/package-doors': async (tried) => ({ params: { id: await file(tried) }, body: { door: 'nothing' } }),
  'GET /api/uploads/reference/document/:id/pdf-info-for-stat': aFile,
  'GET /api/uploads/:id/preview/:provider': async (tried) => ({ params: { id: await file(tried), provider: 'wps' } }),
  'GET /api/uploads/:id/rms-preview': aFile,
  'GET /api/uploads/:id/rms-video-urls': aFile,
  'GET /api/uploads/:id/captions': aFile,
  'PUT /api/uploads/:id/captions/:language': async (tried) => ({
    params: { id: await file(tried), language: 'en' },
    body: { text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nSalt' },
  }),
  'DELETE /api/uploads/:id/captions/:language': async (tried) => ({ params: { id: await file(tried), language: 'en' } }),
  'PUT /api/uploads/:id/chapters': async (tried) => ({ params: { id: await file(tried) }, body: { chapters: [] } }),
  'POST /internal-api/upload/callback/:id': ({ place }) => ({ params: { id: place.upload }, body: { file_key: 'x' } }),

  'POST /api/resource-groups': () => ({ body: { name: 'Tides' } }),
  'GET /api/resource-groups/:id': inGroup(),
  'PUT /api/resource-groups/:id': inGroup(() => ({ name: 'Currents' })),
  'DELETE /api/resource-groups/:id': inGroup(),
  'GET /api/resource-groups/:id/members': inGroup(),
  'POST /api/resource-groups/:id/members': inGroup(({ home }) => ({ person_ids: [home.people.thirdStudent.id] })),
  'PUT /api/resource-groups/:id/members/:person_id': inGroup(() => ({ role: 'manager' }), 'person_id'),
  'DELETE /api/resource-groups/:id/members/:person_id': inGroup(undefined, 'person_id'),
  'GET /api/resource-groups/:id/files': inGroup(),
  'POST /api/resource-groups/:id/files': async (tried) => ({
    ...(await inGroup()(tried)),
    body: { upload_ids: [await file(tried)] },
  }),
  'DELETE /api/resource-groups/:id/files/:upload_id': inGroup(undefined, 'upload_id'),

  'POST /api/resource-groups/:id/invitation': inRoom({ days: 7 }),
  'GET /api/resource-groups/:id/invitation': inRoom(),
  'DELETE /api/resource-groups/:id/invitation': inRoom(),
  'GET /api/resource-group-invitations/:code': byInvitation,
  'POST /api/resource-group-invitations/:code/join': byInvitation,

  'PUT /bytes/in/:token': () => ({ params: noGrant, body: 'text' }),
  'POST /bytes/blocks/:id/mkblk/:length': () => ({ params: noGrant, body: 'text' }),
  'POST /bytes/blocks/:id/mkfile/:size': () => ({ params: noGrant, body: 'ctx' }),
  'GET /bytes/:grant/master.m3u8': () => ({ params: noGrant }),
  'GET /bytes/:grant/:quality/:file': () => ({ params: noGrant }),
  'GET /bytes/:grant/preview': () => ({ params: noGrant }),
  'GET /bytes/:grant/captions/:language': () => ({ params: { ...noGrant, language: 'en' } }),
  'GET /bytes/:grant/file': () => ({ params: noGrant }),
  'GET /packages/:door/*': () => ({ params: { door: 'nothing', '*': 'index.html' } }),
}
