// Files of an event, chosen from one's own.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n.ts'
import { query } from '../../queries.ts'
import { MultiCombobox } from '../../ui/combobox.tsx'

export function OwnFilesField({
  known,
  ids,
  error,
  onChange,
}: {
  known: readonly { id: string; name: string }[]
  ids: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}) {
  const t = useTexts('calendar')
  const { data } = useQuery(query('GET /api/uploads', { query: { page_size: 100 } }))
  const mine = (data?.items ?? []).filter(
    (file) => !('is_folder' in file && file.is_folder) && file.type !== 'folder' && file.status === 'ready',
  )
  const options = [...new Map([...known, ...mine].map(({ id, name }) => [id, { value: id, label: name }])).values()]
  if (options.length === 0) return null
  return (
    <MultiCombobox
      label={t('files')}
      help={t('filesHelp')}
      options={options}
      value={ids.map((id) => options.find(({ value }) => value === id) ?? { value: id, label: id })}
      error={error}
      onChange={(chosen) => onChange(chosen.map(({ value }) => value))}
    />
  )
}
