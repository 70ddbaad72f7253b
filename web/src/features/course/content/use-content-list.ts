// The list of a course's content that the address names.
import { useSearchParams } from 'react-router-dom'
import { type ListName, listNames } from '../../../parts/learning/course/content-lists.ts'

/** The list in the address; undefined: the content by modules. */
export function useContentList(): [list: ListName | undefined, choose: (list: ListName | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const asked = params.get('list')
  return [
    listNames.find((name) => name === asked),
    // a search and a page are those of one list
    (list) => setParams(list ? { list } : {}, { preventScrollReset: true }),
  ]
}
