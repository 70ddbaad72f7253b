// The port of those who hold meetings. An adapter says which addresses are its own; by link any web address is one.

export type MeetingProvider = {
  name: string
  /** The address as it is stored; undefined where it is none of this provider's. */
  address(text: string): string | undefined
}

/** Meetings anywhere: whoever makes one gives its address. */
export const byLink: MeetingProvider = {
  name: 'link',
  address(text) {
    let url: URL
    try {
      url = new URL(text)
    } catch {
      return undefined
    }
    // a name and password in an address would be everybody's
    return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined
  },
}

/** The providers that are asked, in this order. */
export const providers: readonly MeetingProvider[] = [byLink]

/** An address as the first provider that knows it has it; empty stays empty. */
export const meetingAddress = (text: string): string | undefined =>
  text.trim() === '' ? '' : providers.map((one) => one.address(text.trim())).find((one) => one !== undefined)
