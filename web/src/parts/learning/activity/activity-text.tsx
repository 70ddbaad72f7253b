// The text of an activity with its pictures; attachments open in the viewer.
import { useMemo } from 'react'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { useViewer } from '../../../viewer/use-viewer.tsx'
import type { Activity } from '../course/content.ts'
import { useTextFiles } from './text-files.ts'

export function ActivityText({ activity }: { activity: Activity }) {
  const files = useTextFiles(activity)
  const viewer = useViewer()
  const addresses = useMemo(() => files && new Map([...files].map(([id, { address }]) => [id, address])), [files])
  return (
    <>
      <RichText
        html={activity.body}
        className="max-w-(--measure)"
        files={addresses}
        onOpenFile={(id) => {
          const file = files?.get(id)
          if (file) viewer.open([file], id)
        }}
      />
      {viewer.window}
    </>
  )
}
