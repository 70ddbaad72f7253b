// The columns of a course's members.
import type { Answer } from '../../../client.ts'
import type { Translate } from '../../../i18n.ts'
import type { ScreenColumn } from '../../../parts/base/table/table-screen.tsx'
import { PersonCell } from '../../../parts/base/people/person-cell.tsx'
import { date } from '../../../ui/format.ts'
import { type Completeness, CompletenessCell } from './completeness-cell.tsx'

export type Member = Answer<'GET /api/courses/:id/members'>['items'][number]

/** `completeness` by person, for who may see it: that of the students shown, so it is in no export. */
export function memberColumns(
  t: Translate<'course'>,
  tp: Translate<'course-page'>,
  tm: Translate<'members'>,
  teaching: boolean,
  completeness: ReadonlyMap<string, Completeness> | undefined,
): ScreenColumn<Member>[] {
  return [
    {
      key: 'name',
      head: t('name'),
      sorts: true,
      text: ({ person }) => person.name,
      cell: ({ person, organisation }) => <PersonCell person={person} below={organisation ? tm('guestOf', { organisation }) : undefined} />,
    },
    {
      key: 'user_no',
      head: t('userNo'),
      sorts: true,
      optional: true,
      text: ({ person }) => person.user_no,
      cell: ({ person }) => <span className="tabular">{person.user_no}</span>,
    },
    {
      key: 'klass',
      head: tm('klass'),
      sorts: true,
      optional: true,
      text: ({ klass }) => klass?.name ?? '',
      cell: ({ klass }) => klass?.name ?? '',
    },
    ...(teaching
      ? [
          {
            key: 'mail',
            head: t('email'),
            optional: true,
            text: ({ person }: Member) => person.email ?? '',
            cell: ({ person }: Member) => <span className="break-all">{person.email ?? ''}</span>,
          },
        ]
      : []),
    { key: 'role', head: t('roleHead'), text: ({ role }) => tp(`role.${role}`), cell: ({ role }) => tp(`role.${role}`) },
    ...(completeness
      ? [
          {
            key: 'completed',
            head: tm('completed'),
            optional: true,
            cell: ({ person: { id, name } }: Member) => {
              const of = completeness.get(id)
              return of && of.activity_count > 0 && <CompletenessCell label={tm('completedOf', { name })} of={of} />
            },
          },
        ]
      : []),
    {
      key: 'joined',
      head: t('joinedAt'),
      sorts: true,
      optional: true,
      text: ({ joined_at }) => date(joined_at),
      cell: ({ joined_at }) => <span className="tabular text-text-2">{date(joined_at)}</span>,
    },
  ]
}
