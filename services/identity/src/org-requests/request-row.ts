// Rows of requests, read for their person and for those who decide, and their fact.
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { emit, nextVersion } from '@lyceum/kit/facts/outbox'
import { OrgRequestChangedSchema } from '@lyceum/proto/identity'
import type { Locale } from '../organisations/api.ts'
import { named } from '../users/managed.ts'
import type { OrgRequest, OrgRequestDraft, RequestKind } from './api.ts'

/** The wish of the person: the fields of its kind alone. */
export type RequestBody = Omit<OrgRequestDraft, 'kind' | 'org_id'>
type Row = Pick<OrgRequest, 'id' | 'kind' | 'org' | 'person' | 'department' | 'state' | 'reason' | 'decided_by'> & {
  body: RequestBody
  decided_at: Date | null
  created_at: Date
  version: string
}

const columns = `r.id::text, r.kind, r.body, r.state, r.reason, r.decided_at, r.created_at, r.version::text,
  jsonb_build_object('id', o.id, 'name', o.name) as org,
  jsonb_build_object('id', p.id, 'name', p.name, 'user_no', p.user_no, 'email', p.email, 'org', h.name) as person,
  ${named('d')} as department, ${named('b')} as decided_by`
const from = `org_requests r join organisations o on o.id = r.org_id join persons p on p.id = r.person_id join organisations h on h.id = p.org_id
  left join departments d on d.id = (r.body->>'department_id')::uuid left join persons b on b.id = r.decided_by`

const asRequest = ({ body, decided_at, created_at, version, ...row }: Row): OrgRequest => ({
  ...row,
  role: body.role ?? null,
  user_no: body.user_no ?? '',
  name: body.name ?? '',
  locale: (body.locale as Locale | undefined) ?? null,
  storage_quota: body.storage_quota ?? null,
  text: body.text ?? '',
  decided_at: decided_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  version: Number(version),
})

/** `where` is about request `r`. */
export async function readRequests(tx: Tx, where: string, order: string, ...values: unknown[]): Promise<OrgRequest[]> {
  return (await rows<Row>(tx, `select ${columns} from ${from} where ${where} order by ${order}`, ...values)).map(asRequest)
}
export const readRequest = async (tx: Tx, id: string): Promise<OrgRequest> => (await readRequests(tx, 'r.id = $1', 'r.id', id))[0]!

export type StoredRequest = {
  id: string
  kind: RequestKind
  org_id: string
  person_id: string
  body: RequestBody
  state: OrgRequest['state']
  version: string
}

/** Raises the version and emits the state, without what anybody wrote. Its person's pages get a hint. */
export async function emitRequestChanged(tx: Tx, id: string): Promise<void> {
  const row = await one<Omit<StoredRequest, 'body'> & { decided_by: string | null; org_name: string }>(
    tx,
    `
    update org_requests r set version = ${nextVersion('r.version')} from organisations o where r.id = $1 and o.id = r.org_id
    returning r.id::text, r.kind, r.org_id::text, r.person_id::text, r.state, r.version::text, r.decided_by::text, o.name as org_name`,
    id,
  )
  if (!row) return
  const { org_id: org, person_id, kind, state, decided_by, version, org_name } = row
  await emit(
    tx,
    OrgRequestChangedSchema,
    {
      key: `org-request:${id}`,
      org,
      actor: state === 'agreed' || state === 'rejected' ? (decided_by ?? '') : person_id,
      hint: { people: [person_id] },
    },
    { id, orgId: org, personId: person_id, kind, state, decidedBy: decided_by ?? undefined, version: BigInt(version), orgName: org_name },
  )
}
