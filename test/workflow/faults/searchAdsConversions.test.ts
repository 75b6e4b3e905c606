import { testFaults } from '../kit/faultTests';

testFaults('searchAdsConversions');
