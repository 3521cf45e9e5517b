/**
 * How the figures of a line behave: a flow is summed and subtracted, an average and a figure per
 * share never, a balance is of one day.
 */
export type LineKind = 'flow' | 'average' | 'perShare' | 'balance' | 'shareCount'

export interface Line {
  readonly kind: LineKind
  /**
   * Tags that mean it, the best first; a plain name is of us-gaap, `ifrs:` of ifrs-full, `dei:` of
   * the cover page.
   */
  readonly tags: readonly string[]
}

const flow = (...tags: string[]): Line => ({ kind: 'flow', tags: tags.map(fullTag) })
const balance = (...tags: string[]): Line => ({ kind: 'balance', tags: tags.map(fullTag) })
const average = (...tags: string[]): Line => ({ kind: 'average', tags: tags.map(fullTag) })
const perShare = (...tags: string[]): Line => ({ kind: 'perShare', tags: tags.map(fullTag) })

function fullTag(tag: string): string {
  if (tag.startsWith('ifrs:')) return tag.replace('ifrs:', 'ifrs-full:')
  return tag.includes(':') ? tag : `us-gaap:${tag}`
}

const PRETAX = 'IncomeLossFromContinuingOperationsBeforeIncomeTaxes'

/**
 * Every line that a figure is read from, with the tags that companies use for it (semantics 10.2).
 */
export const LINES = {
  // Income.
  revenue: flow(
    'Revenues',
    'RevenueFromContractWithCustomerExcludingAssessedTax',
    'RevenueFromContractWithCustomerIncludingAssessedTax',
    'SalesRevenueNet',
    'RevenuesNetOfInterestExpense',
    'SalesRevenueGoodsNet',
    'ifrs:Revenue',
    'ifrs:RevenueFromContractsWithCustomers',
  ),
  costOfRevenue: flow(
    'CostOfRevenue',
    'CostOfGoodsAndServicesSold',
    'CostOfGoodsSold',
    'CostOfServices',
    'ifrs:CostOfSales',
  ),
  grossProfit: flow('GrossProfit', 'ifrs:GrossProfit'),
  operatingExpenses: flow('OperatingExpenses', 'ifrs:OperatingExpense'),
  researchAndDevelopment: flow(
    'ResearchAndDevelopmentExpense',
    'ifrs:ResearchAndDevelopmentExpense',
  ),
  sellingGeneralAdministrative: flow(
    'SellingGeneralAndAdministrativeExpense',
    'ifrs:SellingGeneralAndAdministrativeExpense',
  ),
  sellingMarketing: flow('SellingAndMarketingExpense', 'ifrs:DistributionCosts'),
  generalAdministrative: flow('GeneralAndAdministrativeExpense', 'ifrs:AdministrativeExpense'),
  operatingIncome: flow('OperatingIncomeLoss', 'ifrs:ProfitLossFromOperatingActivities'),
  interestExpense: flow(
    'InterestExpense',
    'InterestExpenseNonoperating',
    'InterestExpenseDebt',
    'ifrs:FinanceCosts',
    'ifrs:InterestExpense',
  ),
  incomeBeforeTax: flow(
    `${PRETAX}ExtraordinaryItemsNoncontrollingInterest`,
    `${PRETAX}MinorityInterestAndIncomeLossFromEquityMethodInvestments`,
    'ifrs:ProfitLossBeforeTax',
  ),
  incomeTax: flow('IncomeTaxExpenseBenefit', 'ifrs:IncomeTaxExpenseContinuingOperations'),
  profit: flow('ProfitLoss', 'ifrs:ProfitLoss'),
  netIncome: flow('NetIncomeLoss', 'ifrs:ProfitLossAttributableToOwnersOfParent'),
  minorityIncome: flow(
    'NetIncomeLossAttributableToNoncontrollingInterest',
    'ifrs:ProfitLossAttributableToNoncontrollingInterests',
  ),
  preferredDividends: flow(
    'PreferredStockDividendsIncomeStatementImpact',
    'DividendsPreferredStock',
  ),
  netIncomeToCommon: flow('NetIncomeLossAvailableToCommonStockholdersBasic'),
  sharesBasic: average(
    'WeightedAverageNumberOfSharesOutstandingBasic',
    'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
    'ifrs:WeightedAverageShares',
  ),
  sharesDiluted: average(
    'WeightedAverageNumberOfDilutedSharesOutstanding',
    'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
    'ifrs:AdjustedWeightedAverageShares',
  ),
  epsBasic: perShare(
    'EarningsPerShareBasic',
    'EarningsPerShareBasicAndDiluted',
    'ifrs:BasicEarningsLossPerShare',
  ),
  epsDiluted: perShare(
    'EarningsPerShareDiluted',
    'EarningsPerShareBasicAndDiluted',
    'ifrs:DilutedEarningsLossPerShare',
  ),

  // Balance sheet.
  currentAssets: balance('AssetsCurrent', 'ifrs:CurrentAssets'),
  nonCurrentAssets: balance('AssetsNoncurrent', 'ifrs:NoncurrentAssets'),
  assets: balance('Assets', 'ifrs:Assets'),
  currentLiabilities: balance('LiabilitiesCurrent', 'ifrs:CurrentLiabilities'),
  nonCurrentLiabilities: balance('LiabilitiesNoncurrent', 'ifrs:NoncurrentLiabilities'),
  liabilities: balance('Liabilities', 'ifrs:Liabilities'),
  shareholdersEquity: balance('StockholdersEquity', 'ifrs:EquityAttributableToOwnersOfParent'),
  minorityInterest: balance('MinorityInterest', 'ifrs:NoncontrollingInterests'),
  totalEquity: balance(
    'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
    'ifrs:Equity',
  ),
  liabilitiesAndEquity: balance('LiabilitiesAndStockholdersEquity', 'ifrs:EquityAndLiabilities'),
  redeemableEquity: balance(
    'TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests',
  ),
  redeemableStock: balance(
    'TemporaryEquityCarryingAmountAttributableToParent',
    'TemporaryEquityCarryingAmount',
  ),
  redeemableMinority: balance(
    'RedeemableNoncontrollingInterestEquityCarryingAmount',
    'RedeemableNoncontrollingInterestEquityCommonCarryingAmount',
    'RedeemableNoncontrollingInterestEquityPreferredCarryingAmount',
    'RedeemableNoncontrollingInterestEquityOtherCarryingAmount',
  ),
  preferredStock: balance('PreferredStockValue'),
  cash: balance('CashAndCashEquivalentsAtCarryingValue', 'ifrs:CashAndCashEquivalents'),
  cashAndRestricted: balance(
    'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
    'CashAndCashEquivalentsAtCarryingValue',
    'ifrs:CashAndCashEquivalents',
  ),
  shortTermInvestments: balance(
    'ShortTermInvestments',
    'MarketableSecuritiesCurrent',
    'ifrs:OtherCurrentFinancialAssets',
  ),
  receivables: balance(
    'AccountsReceivableNetCurrent',
    'ReceivablesNetCurrent',
    'ifrs:TradeAndOtherCurrentReceivables',
  ),
  inventory: balance('InventoryNet', 'ifrs:Inventories'),
  propertyPlantEquipment: balance('PropertyPlantAndEquipmentNet', 'ifrs:PropertyPlantAndEquipment'),
  goodwill: balance('Goodwill', 'ifrs:Goodwill'),
  intangibles: balance(
    'IntangibleAssetsNetExcludingGoodwill',
    'FiniteLivedIntangibleAssetsNet',
    'ifrs:IntangibleAssetsOtherThanGoodwill',
  ),
  accountsPayable: balance('AccountsPayableCurrent', 'ifrs:TradeAndOtherCurrentPayables'),
  deferredRevenue: balance(
    'ContractWithCustomerLiabilityCurrent',
    'DeferredRevenueCurrent',
    'ifrs:CurrentContractLiabilities',
  ),
  allDebt: balance('DebtLongtermAndShorttermCombinedAmount', 'ifrs:Borrowings'),
  debtCurrent: balance(
    'DebtCurrent',
    'ifrs:CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings',
  ),
  longTermDebtCurrent: balance(
    'LongTermDebtCurrent',
    'LongTermDebtAndCapitalLeaseObligationsCurrent',
    'ifrs:CurrentPortionOfLongtermBorrowings',
  ),
  shortTermBorrowings: balance(
    'ShortTermBorrowings',
    'CommercialPaper',
    'OtherShortTermBorrowings',
    'ShortTermBankLoansAndNotesPayable',
    'ifrs:ShorttermBorrowings',
  ),
  longTermDebtNonCurrent: balance(
    'LongTermDebtNoncurrent',
    'LongTermDebtAndCapitalLeaseObligations',
    'ifrs:LongtermBorrowings',
  ),
  longTermDebt: balance(
    'LongTermDebt',
    'LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities',
  ),
  longTermNotes: balance(
    'ConvertibleLongTermNotesPayable',
    'ConvertibleDebtNoncurrent',
    'SeniorLongTermNotes',
    'LongTermNotesPayable',
  ),
  retainedEarnings: balance('RetainedEarningsAccumulatedDeficit', 'ifrs:RetainedEarnings'),
  paidInCapital: balance(
    'AdditionalPaidInCapital',
    'AdditionalPaidInCapitalCommonStock',
    'ifrs:SharePremium',
  ),
  treasuryStock: balance('TreasuryStockValue', 'TreasuryStockCommonValue', 'ifrs:TreasuryShares'),
  sharesOutstanding: {
    kind: 'shareCount',
    tags: [
      'dei:EntityCommonStockSharesOutstanding',
      'us-gaap:CommonStockSharesOutstanding',
      'ifrs-full:NumberOfSharesOutstanding',
    ],
  },

  // Cash flow.
  operatingCash: flow(
    'NetCashProvidedByUsedInOperatingActivities',
    'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
    'ifrs:CashFlowsFromUsedInOperatingActivities',
    'ifrs:CashFlowsFromUsedInOperations',
  ),
  investingCash: flow(
    'NetCashProvidedByUsedInInvestingActivities',
    'NetCashProvidedByUsedInInvestingActivitiesContinuingOperations',
    'ifrs:CashFlowsFromUsedInInvestingActivities',
  ),
  financingCash: flow(
    'NetCashProvidedByUsedInFinancingActivities',
    'NetCashProvidedByUsedInFinancingActivitiesContinuingOperations',
    'ifrs:CashFlowsFromUsedInFinancingActivities',
  ),
  netCashFlow: flow(
    'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseIncludingExchangeRateEffect',
    'CashAndCashEquivalentsPeriodIncreaseDecrease',
    'ifrs:IncreaseDecreaseInCashAndCashEquivalents',
  ),
  capitalExpenditure: flow(
    'PaymentsToAcquirePropertyPlantAndEquipment',
    'PaymentsToAcquireProductiveAssets',
    'ifrs:PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
  ),
  taxPaid: flow(
    'IncomeTaxesPaidNet',
    'IncomeTaxesPaid',
    'ifrs:IncomeTaxesPaidRefundClassifiedAsOperatingActivities',
  ),
  interestPaid: flow(
    'InterestPaidNet',
    'InterestPaid',
    'ifrs:InterestPaidClassifiedAsOperatingActivities',
  ),
  depreciation: flow(
    'DepreciationDepletionAndAmortization',
    'DepreciationAmortizationAndAccretionNet',
    'DepreciationAndAmortization',
    'ifrs:AdjustmentsForDepreciationAndAmortisationExpense',
    'ifrs:DepreciationAndAmortisationExpense',
  ),
  stockCompensation: flow('ShareBasedCompensation', 'ifrs:AdjustmentsForSharebasedPayments'),
  acquisitions: flow('PaymentsToAcquireBusinessesNetOfCashAcquired'),
  dividendsPaid: flow(
    'PaymentsOfDividends',
    'PaymentsOfDividendsCommonStock',
    'ifrs:DividendsPaidClassifiedAsFinancingActivities',
  ),
  repurchases: flow(
    'PaymentsForRepurchaseOfCommonStock',
    'ifrs:PaymentsToAcquireOrRedeemEntitysShares',
  ),
  issuance: flow(
    'ProceedsFromIssuanceOfCommonStock',
    'StockIssuedDuringPeriodValueNewIssues',
    'ifrs:ProceedsFromIssuingShares',
  ),
  debtIssued: flow(
    'ProceedsFromIssuanceOfLongTermDebt',
    'ifrs:ProceedsFromBorrowingsClassifiedAsFinancingActivities',
  ),
  debtRepaid: flow(
    'RepaymentsOfLongTermDebt',
    'ifrs:RepaymentsOfBorrowingsClassifiedAsFinancingActivities',
  ),
} satisfies Record<string, Line>

export type LineName = keyof typeof LINES

/**
 * Lines that many companies have none of: where their statement was filed without the line, there
 * was nothing (decision 121).
 */
export const MAY_BE_ABSENT: ReadonlySet<LineName> = new Set<LineName>([
  'dividendsPaid',
  'repurchases',
  'issuance',
])

/**
 * Lines whose single quarters are rounded, so that a fourth one is the year less the nine months as
 * filed (decision 186).
 */
export const FROM_NINE_MONTHS: ReadonlySet<LineName> = new Set<LineName>(['netIncomeToCommon'])

export const LINE_NAMES = Object.keys(LINES) as LineName[]

/** Tags of some lines, each once. */
export function tagsOf(names: readonly LineName[]): string[] {
  return [...new Set(names.flatMap((name) => LINES[name].tags))]
}
