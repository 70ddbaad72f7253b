// The hook that adds files and folders from a picker, a drop or a paste: accepted files are sent at once, folders after a confirmation, and
// refused files are listed.
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../../../queries.ts'
import { rulesQuery } from './upload-rules.ts'
import { uploads } from './uploads.ts'
import { FoldersDialog } from './folders-dialog.tsx'
import type { FileCollection } from './file-collection.ts'
import { RefusedFilesDialog } from './refused-files-dialog.tsx'
import { type FolderRules, type Plan, plan } from './plan.ts'
import { placementOf, sendFolder, type Target } from './folder-upload.ts'
import { refusedFiles, sentFolders } from './tray-lists.ts'

/** The upload rules; empty without an answer, so that the server's own checks decide. */
async function loadRules(): Promise<FolderRules> {
  const rules = await queryClient.ensureQueryData(rulesQuery).catch(() => undefined)
  if (!rules) return {}
  const { limits, extensions, maxLevelInUploadFolder: maxLevel, maxFileCountInUploadFolder: maxFiles } = rules
  return { maxSize: { ...limits, scorm: limits.other, swf: limits.other }, extensions, maxLevel, maxFiles }
}

export function useAddFiles(
  target: Target,
  depth: number,
): { add: (files: FileCollection | undefined) => Promise<void>; dialogs: ReactNode; largest?: number } {
  const { data } = useQuery(rulesQuery)
  const setFolders = useSetAtom(sentFolders)
  const setRefusedFiles = useSetAtom(refusedFiles)
  const [foldersPlan, setFoldersPlan] = useState<Plan>()
  const [refusedPlan, setRefusedPlan] = useState<Plan>()

  const send = async (planned: Plan) => {
    if (planned.files.length) uploads.add(planned.files, placementOf(target))
    if (planned.unsupported.length) setRefusedFiles((refused) => [...refused, ...planned.unsupported])
    for (const folder of planned.folders) {
      if (folder.fault) continue
      const sent = await sendFolder(folder, target)
      setFolders((folders) => [...folders, sent])
    }
  }
  const add = async (selected: FileCollection | undefined) => {
    if (!selected || (selected.files.length === 0 && selected.folders.length === 0)) return
    const planned = plan(selected, await loadRules(), depth)
    if (planned.folders.length) return setFoldersPlan(planned)
    await send(planned)
    if (planned.unsupported.length) setRefusedPlan(planned)
  }
  const dialogs = (
    <>
      {foldersPlan && (
        <FoldersDialog
          plan={foldersPlan}
          onClose={() => setFoldersPlan(undefined)}
          onConfirm={() => {
            setFoldersPlan(undefined)
            void send(foldersPlan)
          }}
        />
      )}
      {refusedPlan && <RefusedFilesDialog plan={refusedPlan} onClose={() => setRefusedPlan(undefined)} />}
    </>
  )
  return { add, dialogs, ...(data && { largest: Math.max(...Object.values(data.limits)) }) }
}
