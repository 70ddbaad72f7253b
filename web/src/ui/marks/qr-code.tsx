// A QR code: black on white in every theme, with the quiet zone that scanners need. Its library loads with the first one.
import { useEffect, useState } from 'react'
import { classes } from '../class-names.ts'

type Drawing = { size: number; path: string }

async function draw(text: string): Promise<Drawing> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  // a run of dark modules is one stroke of the path
  const path = data
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join('')
  return { size, path }
}

export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    let current = true
    void draw(text).then(
      (next) => current && setDrawing(next),
      () => {},
    )
    return () => {
      current = false
    }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawing?.size ?? 1} ${drawing?.size ?? 1}`}
      shapeRendering="crispEdges"
      className={classes('aspect-square max-w-full bg-[#fff]', className)}
    >
      {drawing && <path d={drawing.path} fill="#000" />}
    </svg>
  )
}
