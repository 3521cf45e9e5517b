/**
 * Modules in the form of public collections, each with the response worked out by hand. `A` (6
 * decimals), `B` (18), `VAULT`, `OTHER`, `PAIR`, `FACTORY`, `SHARES` and `BROKEN` stand for the
 * addresses of the chain in `module-world.ts`.
 */
export interface SetModule {
  name: string
  kind: 'tvl' | 'dimension'
  code: string
  /** Section or figure → amounts by coin; `usd` is dollars without a token. */
  expected: Readonly<Record<string, Readonly<Record<string, string | number>>>>
}

const tvl = (name: string, body: string, expected: Record<string, string | number>): SetModule => ({
  name,
  kind: 'tvl',
  code: `module.exports = { ethereum: { tvl: async (api) => { ${body} } } }`,
  expected: { tvl: expected },
})

const daily = (
  name: string,
  body: string,
  expected: Record<string, string | number>,
): SetModule => ({
  name,
  kind: 'dimension',
  code: `const fetch = async (options) => {
    const { api, createBalances, getLogs } = options
    const dailyVolume = createBalances()
    ${body}
    return { dailyVolume }
  }
  module.exports = { version: 2, adapter: { ethereum: { fetch, start: '2023-01-01' } } }`,
  expected: { dailyVolume: expected },
})

const TRANSFER = `'event Transfer(address indexed from, address indexed to, uint256 value)'`

/** What is locked: VAULT has 5 A, 3 B and 2 coins of the chain; OTHER 7 A; PAIR 110 A and 46 B. */
const LOCKED: readonly SetModule[] = [
  tvl('owner and tokens', `return api.sumTokens({ owner: VAULT, tokens: [A, B] })`, {
    A: '5000000',
    B: '3000000000000000000',
  }),
  // 5 + 7 of A; 3 of B; 2 of the chain's coin.
  tvl(
    'owners and the coin of the chain',
    `return api.sumTokens({ owners: [VAULT, OTHER], tokens: [A, B, NATIVE] })`,
    { A: '12000000', B: '3000000000000000000', NATIVE: '2000000000000000000' },
  ),
  tvl(
    'pairs of token and owner',
    `return api.sumTokens({ tokensAndOwners: [[A, VAULT], [A, OTHER]] })`,
    {
      A: '12000000',
    },
  ),
  tvl('two lists', `return api.sumTokens({ tokensAndOwners2: [[A, B], [OTHER, VAULT]] })`, {
    A: '7000000',
    B: '3000000000000000000',
  }),
  tvl(
    'tokens of each owner',
    `return api.sumTokens({ ownerTokens: [[[A, B], VAULT], [[A], OTHER]] })`,
    {
      A: '12000000',
      B: '3000000000000000000',
    },
  ),
  tvl(
    'tokens that do not count',
    `return api.sumTokens({ owner: VAULT, tokens: [A, B], blacklistedTokens: [B] })`,
    { A: '5000000' },
  ),
  tvl(
    'one call',
    `api.add(A, await api.call({ target: A, abi: 'erc20:balanceOf', params: VAULT }))`,
    { A: '5000000' },
  ),
  // 5 + 7 + 9 + 110 of A were made.
  tvl('a short abi', `api.add(A, await api.call({ abi: 'uint256:totalSupply', target: A }))`, {
    A: '131000000',
  }),
  tvl(
    'a written abi',
    `api.add(B, await api.call({ abi: 'function balanceOf(address owner) view returns (uint256 amount)', target: B, params: [VAULT] }))`,
    { B: '3000000000000000000' },
  ),
  tvl(
    'an abi as JSON',
    `api.add(A, await api.call({ target: A, params: [OTHER], abi: { name: 'balanceOf', type: 'function', stateMutability: 'view', inputs: [{ name: 'owner', type: 'address' }], outputs: [{ name: '', type: 'uint256' }] } }))`,
    { A: '7000000' },
  ),
  tvl(
    'many calls of one abi',
    `const tokens = [A, B]
    const supplies = await api.multiCall({ abi: 'erc20:totalSupply', calls: tokens })
    api.addTokens(tokens, supplies)`,
    { A: '131000000', B: '53000000000000000000' },
  ),
  tvl(
    'many parameters of one target',
    `const held = await api.multiCall({ abi: 'erc20:balanceOf', target: A, calls: [VAULT, OTHER] })
    held.forEach((amount) => api.add(A, amount))`,
    { A: '12000000' },
  ),
  tvl(
    'calls with targets and parameters',
    `const calls = [{ target: A, params: VAULT }, { target: B, params: [VAULT] }]
    const held = await api.multiCall({ abi: 'erc20:balanceOf', calls })
    api.add([A, B], held)`,
    { A: '5000000', B: '3000000000000000000' },
  ),
  tvl(
    'a call that may fail',
    `const held = await api.multiCall({ abi: 'erc20:balanceOf', calls: [{ target: BROKEN, params: VAULT }, { target: A, params: VAULT }], permitFailure: true })
    held.forEach((amount) => { if (amount) api.add(A, amount) })`,
    { A: '5000000' },
  ),
  tvl(
    'answers with their calls',
    `const found = await api.multiCall({ abi: 'erc20:balanceOf', calls: [{ target: A, params: VAULT }], withMetadata: true })
    for (const { input, success, output } of found) if (success) api.add(input.target, output)`,
    { A: '5000000' },
  ),
  tvl(
    'different calls together',
    `const [supply, held] = await api.batchCall([{ target: A, abi: 'erc20:totalSupply' }, { target: B, abi: 'erc20:balanceOf', params: VAULT }])
    api.add(A, supply); api.add(B, held)`,
    { A: '131000000', B: '3000000000000000000' },
  ),
  tvl(
    'pairs of a factory',
    `const pairs = await api.fetchList({ target: FACTORY, lengthAbi: 'uint256:allPairsLength', itemAbi: 'function allPairs(uint256) view returns (address)' })
    const token0s = await api.multiCall({ abi: 'address:token0', calls: pairs })
    const token1s = await api.multiCall({ abi: 'address:token1', calls: pairs })
    const ownerTokens = pairs.map((pair, at) => [[token0s[at], token1s[at]], pair])
    return api.sumTokens({ ownerTokens })`,
    { A: '110000000', B: '46000000000000000000' },
  ),
  tvl(
    'several results by name and by place',
    `const reserves = await api.call({ target: PAIR, abi: 'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 at)' })
    const first = await api.call({ target: PAIR, abi: 'address:token0' })
    const isA = first.toLowerCase() === A.toLowerCase()
    api.add(A, isA ? reserves.reserve0 : reserves[1])
    api.add(B, isA ? reserves[1] : reserves.reserve0)`,
    { A: '110000000', B: '46000000000000000000' },
  ),
  tvl('vaults of the standard', `return api.erc4626Sum({ calls: [SHARES], isOG4626: true })`, {
    A: '9000000',
  }),
  tvl(
    'vaults with functions of their own',
    `return api.erc4626Sum({ calls: [SHARES], tokenAbi: 'address:asset', balanceAbi: 'uint256:totalAssets' })`,
    { A: '9000000' },
  ),
  tvl(
    'pairs from events',
    `const logs = await api.getLogs({ target: FACTORY, eventAbi: 'event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count)', onlyArgs: true, fromBlock: 1 })
    return api.sumTokens({ ownerTokens: logs.map(({ token0, token1, pair }) => [[token0, token1], pair]) })`,
    { A: '110000000', B: '46000000000000000000' },
  ),
  // 5 A ÷ 10^6 × 2 = 10 dollars.
  tvl(
    'arithmetic of the module',
    `const held = await api.call({ target: A, abi: 'erc20:balanceOf', params: VAULT })
    const decimals = await api.call({ target: A, abi: 'erc20:decimals' })
    api.addUSDValue(held / 10 ** decimals * 2)`,
    { usd: 10 },
  ),
  tvl('a plain object', `return { ['ethereum:' + A]: '5', bitcoin: 1.5 }`, {
    A: '5',
    'aggregator:bitcoin': 1.5,
  }),
  tvl('coins by id', `api.addCGToken('bitcoin', 0.25); api.addCGToken('bitcoin', 0.5)`, {
    'aggregator:bitcoin': 0.75,
  }),
  tvl('the coin of the chain by name', `api.addGasToken('15')`, { NATIVE: '15' }),
  tvl('what is taken out again', `api.add(A, 5); api.add(B, 6); api.removeTokenBalance(B)`, {
    A: '5',
  }),
  tvl(
    'the block that is read',
    `if (await api.getBlock() !== api.block) throw new Error('two blocks')
    api.add(A, (await api.call({ target: A, abi: 'erc20:balanceOf', params: VAULT })))`,
    { A: '5000000' },
  ),
  {
    name: 'several sections',
    kind: 'tvl',
    code: `const sum = (owner) => (api) => api.sumTokens({ owner, tokens: [A] })
    module.exports = { methodology: 'x', ethereum: { tvl: sum(VAULT), staking: sum(OTHER), pool2: async () => ({}) } }`,
    expected: { tvl: { A: '5000000' }, staking: { A: '7000000' } },
  },
  {
    name: 'the arguments of older modules',
    kind: 'tvl',
    code: `module.exports = { ethereum: { tvl: async (_, block, blocks, { api }) => {
      if (blocks.ethereum !== block) throw new Error('two blocks')
      return api.sumTokens({ owner: OTHER, tokens: [A] })
    } } }`,
    expected: { tvl: { A: '7000000' } },
  },
]

/** What flows: in the range 10 A went into PAIR and 4 B out of it; nothing else moved. */
const FLOWING: readonly SetModule[] = [
  daily(
    'events of a token',
    `const logs = await getLogs({ target: A, eventAbi: ${TRANSFER} })
    logs.forEach(({ value }) => dailyVolume.add(A, value))`,
    { A: '10000000' },
  ),
  daily(
    'events of several tokens, apart',
    `const [ofA, ofB] = await getLogs({ targets: [A, B], eventAbi: ${TRANSFER}, flatten: false })
    ofA.forEach((log) => dailyVolume.add(A, log.value))
    ofB.forEach((log) => dailyVolume.add(B, log.value))`,
    { A: '10000000', B: '4000000000000000000' },
  ),
  daily(
    'events with labels',
    `const logs = await getLogs({ target: PAIR, eventAbi: 'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)' })
    const first = await api.call({ target: PAIR, abi: 'address:token0' })
    const isA = first.toLowerCase() === A.toLowerCase()
    logs.forEach((log) => dailyVolume.add(A, isA ? log.amount0In : log.amount1In, 'Swaps'))`,
    { A: '10000000' },
  ),
  // 131 − 121 of A.
  daily(
    'the difference of two timestamps',
    `const [before, after] = await Promise.all([options.fromApi, options.toApi].map((one) => one.call({ target: A, abi: 'erc20:totalSupply' })))
    dailyVolume.add(A, BigInt(after) - BigInt(before))`,
    { A: '10000000' },
  ),
  daily('dollars', `dailyVolume.addUSDValue(12.5); dailyVolume.addUSDValue(7.5)`, { usd: 20 }),
  // 30% of 100, and 100 − 30 of it.
  daily(
    'shares of a ledger',
    `const fees = createBalances(); fees.add(A, 100)
    dailyVolume.addBalances(fees.clone(0.3))
    fees.subtract(dailyVolume)
    dailyVolume.add(B, Object.values(fees.getBalances())[0])`,
    { A: 30, B: 70 },
  ),
  {
    name: 'the first version of daily figures',
    kind: 'dimension',
    code: `const fetch = async (timestamp, blocks, { createBalances, getLogs }) => {
      const dailyVolume = createBalances()
      const logs = await getLogs({ target: A, eventAbi: ${TRANSFER} })
      logs.forEach((log) => dailyVolume.add(A, log.value))
      return { timestamp, dailyVolume }
    }
    module.exports = { version: 1, fetch, chains: ['ethereum'] }`,
    expected: { dailyVolume: { A: '10000000' } },
  },
]

export const MODULE_SET: readonly SetModule[] = [...LOCKED, ...FLOWING]
