// Lists of the management: more rows a page than others, as their readers look through many.
import { usePaged } from '../../parts/base/page/paged.ts'

/** Rows of a page unless the address says otherwise: as many as a window of 800 px shows without scrolling. */
const managedSize = 20

/** usePaged with the page size of the management. */
export const useManagedList: typeof usePaged = (read, options) => usePaged(read, { size: managedSize, ...options })
