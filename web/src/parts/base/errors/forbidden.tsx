// The notice of what is not open to somebody: a popup first; closed, it stands on the page.
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { NoPermission } from '../../../ui/states.tsx'

/** `wayOn` draws the link to somewhere else. */
export function Forbidden({ title, text, wayOn }: { title?: string; text: string; wayOn?: (look: 'primary' | 'secondary') => ReactNode }) {
  const t = useTexts('shell')
  const ui = useTexts('ui')
  const [closed, setClosed] = useState(false)
  if (closed)
    return (
      <NoPermission title={title ?? t('forbidden')} text={text}>
        {wayOn?.('secondary')}
      </NoPermission>
    )
  return (
    <Dialog
      open
      width={416}
      title={title ?? t('forbidden')}
      description={text}
      onClose={() => setClosed(true)}
      footer={
        <>
          <Button onClick={() => setClosed(true)}>{ui('close')}</Button>
          {wayOn?.('primary')}
        </>
      }
    />
  )
}
