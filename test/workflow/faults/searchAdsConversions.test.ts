import { faultsOf } from '../kit/faultsOf';

faultsOf('searchAdsConversions');
