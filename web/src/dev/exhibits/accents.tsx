// Exhibits of accent colours, derived from a hue.
import { accentTokens } from '../../ui/marks/accent.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { exhibit } from '../exhibit.ts'

const organisations = { Lyceum: 192, Plum: 345, Harbour: 255, Olive: 118, Brick: 42 }
const css = (tokens: Record<string, string>) =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

export default exhibit({
  'of one hue each': (
    <div className="max-w-[560px] space-y-1.5">
      {Object.entries(organisations).map(([name, hue]) => {
        const { light, dark } = accentTokens({ hue, vividness: 38 })
        return (
          <div key={name} data-hue={hue} className="flex flex-wrap items-center gap-2">
            <style>{`[data-hue="${hue}"]{${css(light)}}[data-theme=dark] [data-hue="${hue}"]{${css(dark)}}`}</style>
            <span className="w-16 text-small text-text-2">{name}</span>
            <Button variant="primary">Hand in</Button>
            <Button variant="soft">Continue</Button>
            <Button variant="link">Open report</Button>
            <div className="w-16">
              <ProgressBar label={name} value={100} />
            </div>
            <span className="ml-auto text-small text-text-3">hue {hue}</span>
          </div>
        )
      })}
    </div>
  ),
})
