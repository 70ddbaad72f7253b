// The name of a browser and its system from what it calls itself.

/** Browser and system of a user agent, "Firefox · Windows"; empty if neither is recognised. */
export function browserOf(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /OPR\//.test(agent)
      ? 'Opera'
      : /Firefox\//.test(agent)
        ? 'Firefox'
        : /MicroMessenger\//.test(agent)
          ? 'WeChat'
          : /(Chrome|CriOS)\//.test(agent)
            ? 'Chrome'
            : /Safari\//.test(agent)
              ? 'Safari'
              : ''
  const system =
    (/iPhone|iPad/.exec(agent)?.[0] ?? '') ||
    (/Android/.test(agent)
      ? 'Android'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS X/.test(agent)
          ? 'macOS'
          : /Linux/.test(agent)
            ? 'Linux'
            : '')
  return [browser, system].filter(Boolean).join(' · ')
}
