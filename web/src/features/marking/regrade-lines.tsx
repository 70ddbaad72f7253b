// Students with other points after a regrade: before and after.
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { Table } from '../../ui/table/table.tsx'
import { authorName } from './queries.ts'

export type RegradeLine = Answer<'GET /api/activities/:id/regrades'>['items'][number]['lines'][number]

export function RegradeLines({ caption, lines }: { caption: string; lines: readonly RegradeLine[] }) {
  const t = useTexts('marking')
  return (
    <Table
      caption={caption}
      rows={lines}
      rowKey={({ attempt_id }) => attempt_id}
      compact
      columns={[
        { key: 'who', head: t('student'), cell: ({ author }) => authorName(author, t) },
        { key: 'before', head: t('before'), numeric: true, cell: ({ before }) => before ?? '–' },
        { key: 'after', head: t('after'), numeric: true, cell: ({ after }) => after ?? '–' },
      ]}
    />
  )
}
