const SOCKET = 'unix:'

/** The lines that say where the service is, and what to try first. */
export function welcome(url: string, key: string | undefined, ms: number): string[] {
  const ready = `Almanac is ready at ${url} (${(ms / 1000).toFixed(1)} s)`
  const isSocket = url.startsWith(SOCKET)
  // Browsers do not open sockets, and curl takes them beside a URL.
  const curl = isSocket ? `curl --unix-socket ${url.slice(SOCKET.length)}` : 'curl'
  const base = isSocket ? 'http://localhost' : url
  const pro = key === undefined ? [] : [`  ${curl} -H 'X-API-Key: ${key}' ${base}/api/chainAssets`]
  return [
    '',
    ready,
    ...(isSocket ? [] : [`Open it in a browser: the first page is ${base}/`]),
    ...(key === undefined ? [] : [`Demo key: ${key}`]),
    '',
    'Try:',
    `  ${curl} ${base}/v2/chains`,
    `  ${curl} ${base}/prices/current/aggregator:bitcoin,aggregator:ethereum`,
    ...(pro.length > 0 ? pro : [`  ${curl} ${base}/protocols`]),
    '',
    `Reference: ${isSocket ? `${curl} ${base}` : base}/docs`,
    '',
  ]
}
