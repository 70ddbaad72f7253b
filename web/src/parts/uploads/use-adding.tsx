// Files and folders from a picker, a drop or a paste: what fits goes at once; folders are asked about first; what does not fit is listed.
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { queryClient, query } from '../../queries.ts'
import { uploads } from './uploads.ts'
import { FoldersDialog } from './folders-dialog.tsx'
import type { Gathered } from './gather.ts'
import { NotTakenDialog } from './not-taken-dialog.tsx'
import { type FolderRules, type Plan, plan } from './plan.ts'
import { placeOf, sendFolder, type Target } from './sending.ts'
import { notTaken, sentFolders } from './set-aside.ts'

const rulesQuery = { ...query('GET /api/upload-rules'), staleTime: 10 * 60_000 }

/** Without an answer the server's own checks decide. */
async function rulesNow(): Promise<FolderRules> {
  const rules = await queryClient.ensureQueryData(rulesQuery).catch(() => undefined)
  if (!rules) return {}
  const { limits, extensions, maxLevelInUploadFolder: maxLevel, maxFileCountInUploadFolder: maxFiles } = rules
  return { most: { ...limits, scorm: limits.other, swf: limits.other }, extensions, maxLevel, maxFiles }
}

export function useAdding(
  target: Target,
  depth: number,
): { add: (given: Gathered | undefined) => Promise<void>; dialogs: ReactNode; largest?: number } {
  const { data } = useQuery(rulesQuery)
  const setFolders = useSetAtom(sentFolders)
  const setNotTaken = useSetAtom(notTaken)
  const [asking, setAsking] = useState<Plan>()
  const [refused, setRefused] = useState<Plan>()

  const begin = async (given: Plan) => {
    if (given.files.length) uploads.add(given.files, placeOf(target))
    if (given.unsupported.length) setNotTaken((now) => [...now, ...given.unsupported])
    for (const folder of given.folders) {
      if (folder.fault) continue
      const sent = await sendFolder(folder, target)
      setFolders((now) => [...now, sent])
    }
  }
  const add = async (given: Gathered | undefined) => {
    if (!given || (given.found.length === 0 && given.folders.length === 0)) return
    const made = plan(given, await rulesNow(), depth)
    if (made.folders.length) return setAsking(made)
    await begin(made)
    if (made.unsupported.length) setRefused(made)
  }
  const dialogs = (
    <>
      {asking && (
        <FoldersDialog
          plan={asking}
          onClose={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined)
            void begin(asking)
          }}
        />
      )}
      {refused && <NotTakenDialog plan={refused} onClose={() => setRefused(undefined)} />}
    </>
  )
  return { add, dialogs, ...(data && { largest: Math.max(...Object.values(data.limits)) }) }
}
