// A line of text to be copied, under its label: a link, a code; a bone while it is empty.
import { Copy } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Bone } from '../../../ui/states.tsx'

export function CopyLine({
  label,
  text,
  copyLabel,
  onCopy,
}: {
  label: string
  text: string
  copyLabel: string
  onCopy: (text: string) => unknown
}) {
  const id = useId()
  return (
    <>
      <p className="mt-3 text-caption font-semibold text-text-2" id={id}>
        {label}
      </p>
      <div className="flex items-center gap-3">
        {text ? (
          <output aria-labelledby={id} className="min-w-0 flex-1 text-small break-all select-all">
            {text}
          </output>
        ) : (
          <Bone className="flex-1" />
        )}
        <IconButton variant="bordered" label={copyLabel} icon={Copy} action="code.copy" onClick={() => text && onCopy(text)} />
      </div>
    </>
  )
}
