// Looks of notifications about files that are shared with a group: the decision of a review.
import { FileCheck, FileX, type LucideIcon } from 'lucide-react'
import { paths } from '../../../paths.ts'
import type { Tone } from '../../../ui/marks/chip.tsx'
import type { Look, Notification } from './look.ts'

/** The reason stands beside the file in its group. */
const sharingLook =
  (text: 'sharing_agreed' | 'sharing_rejected', icon: LucideIcon, tone: Tone) =>
  ({ payload: { subject, params } }: Notification): Look => ({
    icon,
    tone,
    text: subject.title ? text : `${text}_unnamed`,
    action: 'openFiles',
    link: params.resource_group ? paths.resourceGroupFiles(params.resource_group) : paths.resourceGroups(),
    below: [],
  })

export const sharingLooks: Record<string, (notification: Notification) => Look> = {
  sharing_agreed: sharingLook('sharing_agreed', FileCheck, 'ok'),
  sharing_rejected: sharingLook('sharing_rejected', FileX, 'warn'),
}
