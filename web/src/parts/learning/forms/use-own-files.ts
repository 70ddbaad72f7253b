// My files of the types that an activity takes.
import { useQuery } from '@tanstack/react-query'
import type { FileRules } from '../../../activity-types/form.ts'
import { query } from '../../../queries.ts'

export function useOwnFiles(rules: FileRules | undefined) {
  const { data } = useQuery({ ...query('GET /api/uploads', { query: { page_size: 100 } }), enabled: rules !== undefined })
  return data?.items.filter((file) => rules?.types.includes(file.type) && !file.is_folder && file.status !== 'failed') ?? []
}
