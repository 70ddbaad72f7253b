// The server's rules of uploads: what is taken, and what the page can show of it.
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../queries.ts'
import { extensionOf } from './file-rules.ts'

export const rulesQuery = { ...query('GET /api/upload-rules'), staleTime: 10 * 60_000 }

/** Whether a file cannot be shown in the browser, so that students have to download it; false until the rules are known. */
export function useNotShown(isAsked = true): (file: { name: string; size: number }) => boolean {
  const { data } = useQuery({ ...rulesQuery, enabled: isAsked })
  return ({ name, size }) => {
    const { extensions = [], office = [], max_office_size = 0 } = data?.not_shown ?? {}
    const extension = extensionOf(name)
    return extensions.includes(extension) || (office.includes(extension) && size > max_office_size)
  }
}
