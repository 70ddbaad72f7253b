// Channels of each type of notification: a row a type under the heading of its topic, a column a channel. Channels that the organisation demands are ticked and marked.
import { Lock } from 'lucide-react'
import { Fragment, useState } from 'react'
import { translateIfPresent, useTexts } from '../../i18n.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import type { Channel, PreferenceType, Way } from './use-preferences.ts'

const channels: readonly Channel[] = ['page', 'mail', 'push']

/** The name of a type; one of a later release has none yet. */
export const useTypeName = () => {
  const t = useTexts('preferences')
  return (type: string): string => translateIfPresent('preferences', `type.${type}`) ?? t('otherType')
}

export function Matrix({
  types,
  wanted,
  onChange,
}: {
  types: readonly PreferenceType[]
  wanted: (type: string, channel: Channel, way: Way) => boolean
  onChange: (type: string, channel: Channel, wanted: boolean, way: Way) => Promise<boolean>
}) {
  const t = useTexts('preferences')
  const topicText = useTexts('notifications')
  const nameOf = useTypeName()
  /** Turned and not saved yet: shown at once. */
  const [turned, setTurned] = useState<Record<string, boolean>>({})
  const topics = [...new Set(types.map(({ topic }) => topic))]
  const turn = async (type: string, channel: Channel, on: boolean, way: Way) => {
    const key = `${type} ${channel}`
    setTurned((before) => ({ ...before, [key]: on }))
    await onChange(type, channel, on, way)
    setTurned(({ [key]: _, ...others }) => others)
  }
  return (
    <div className="surface-card overflow-x-auto">
      <table className="w-full">
        <thead>
          <tr className="text-caption text-text-2">
            <th scope="col" className="px-4 py-2 text-left font-semibold">
              {t('message')}
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-20 px-2 py-2 text-center font-semibold max-tablet:w-14">
                {t(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => (
            <Fragment key={topic}>
              <tr>
                <th scope="colgroup" colSpan={4} className="bg-canvas px-4 py-1.5 text-left text-caption font-semibold text-text-2">
                  {topicText(`topic.${topic}` as 'topic.courses')}
                </th>
              </tr>
              {types
                .filter((one) => one.topic === topic)
                .map(({ type, channels: ways }) => (
                  <tr key={type} className="border-t border-line">
                    <th scope="row" className="px-4 py-2 text-left font-normal">
                      {nameOf(type)}{' '}
                      {channels.some((channel) => ways[channel].forced) && (
                        <Chip tone="outline" icon={Lock}>
                          {t('forcedMark')}
                        </Chip>
                      )}
                    </th>
                    {channels.map((channel) => (
                      <td key={channel} className="px-2 py-2 text-center max-tablet:h-11">
                        <Checkbox
                          hideLabel
                          label={t('cell', { type: nameOf(type), channel: t(channel) })}
                          checked={turned[`${type} ${channel}`] ?? wanted(type, channel, ways[channel])}
                          off={ways[channel].forced ? t('forced') : undefined}
                          onChange={(on) => void turn(type, channel, on, ways[channel])}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
